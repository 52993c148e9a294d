import { useState } from 'react'
import { Field, TextField } from '../components/field.tsx'
import { apiReferenceText as text } from '../messages/api-reference.ts'
import {
  type ApiDocument,
  type DocumentedOperation,
  exampleBody,
  type FieldRow,
  formatSchemaType,
  listFields,
} from './openapi.ts'

export function OperationView({ operation, document }: { operation: DocumentedOperation; document: ApiDocument }) {
  return (
    <div className="space-y-6 border-t border-line px-5 py-5">
      {operation.scope && (
        <p className="text-sm text-quiet">
          {text('scope')} <code className="font-mono">{operation.scope}</code>
        </p>
      )}
      {operation.parameters.length > 0 && (
        <FieldTable
          title={text('parameters')}
          fields={operation.parameters.map((parameter) => ({
            name: parameter.name,
            type: text('parameterIn', { type: formatSchemaType(parameter.schema, document), location: parameter.in }),
            isRequired: parameter.required ?? false,
            description: parameter.description ?? '',
          }))}
        />
      )}
      {operation.body && <FieldTable title={text('body')} fields={listFields(operation.body.schema, document)} />}
      <div>
        <h3 className="mb-2">{text('responses')}</h3>
        <ul className="space-y-1 text-sm">
          {operation.responses.map((response) => (
            <li key={response.status} className="flex gap-3">
              <code className="w-14 shrink-0 font-mono font-semibold">{response.status}</code>
              <span className="min-w-0">
                {response.description}
                {response.schema && (
                  <code className="ml-2 font-mono break-words text-quiet">
                    {formatSchemaType(response.schema, document)}
                  </code>
                )}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <TryIt operation={operation} document={document} />
    </div>
  )
}

function FieldTable({ title, fields }: { title: string; fields: readonly FieldRow[] }) {
  return (
    <div>
      <h3 className="mb-2">{title}</h3>
      <dl className="space-y-2 text-sm">
        {fields.map((field) => (
          <div key={field.name} className="grid gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <dt className="font-mono">
              {field.name}
              {field.isRequired && <span className="font-sans text-quiet"> {text('required')}</span>}
            </dt>
            <dd className="min-w-0">
              <code className="font-mono break-words text-quiet">{field.type}</code>
              {field.description && <span className="block">{field.description}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Sends the request with the person's session and shows the response, whatever its status. */
function TryIt({ operation, document }: { operation: DocumentedOperation; document: ApiDocument }) {
  const [values, setValues] = useState<Record<string, string>>({})
  const [body, setBody] = useState(() => exampleBody(operation, document))
  const [result, setResult] = useState<{ status: string; text: string }>()
  const [isBusy, setIsBusy] = useState(false)

  const run = async () => {
    setIsBusy(true)
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
    const query = new URLSearchParams()
    for (const { name, in: location } of operation.parameters)
      if (location === 'query' && values[name]) query.set(name, values[name])
    try {
      const response = await fetch(`/v1${path}?${query}`, {
        method: operation.method,
        headers: {
          accept: 'application/json',
          'x-requested-with': 'lorewell',
          ...(operation.body && { 'content-type': 'application/json' }),
        },
        ...(operation.body && operation.method !== 'GET' && { body }),
      })
      setResult({
        status: `${response.status} ${response.statusText}`,
        text: prettyPrintJson(await response.text()),
      })
    } catch {
      setResult({ status: text('noResponse'), text: text('unreachable') })
    }
    setIsBusy(false)
  }
  return (
    <form
      className="space-y-4 rounded-lg bg-ground px-4 py-4"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <h3>{text('tryIt')}</h3>
      {operation.parameters.map((parameter) => (
        <TextField
          key={parameter.name}
          label={parameter.name}
          required={parameter.required ?? false}
          value={values[parameter.name] ?? ''}
          onChange={(value) => setValues({ ...values, [parameter.name]: value })}
        />
      ))}
      {operation.body && (
        <Field label={text('body')}>
          {(control) => (
            <textarea
              {...control}
              className="input font-mono text-sm"
              rows={Math.min(14, body.split('\n').length + 1)}
              spellCheck={false}
              value={body}
              onChange={(event) => setBody(event.target.value)}
            />
          )}
        </Field>
      )}
      <button type="submit" className="button" disabled={isBusy}>
        {text(isBusy ? 'sending' : 'send')}
      </button>
      {result && (
        <div role="status">
          <p className="mb-1 text-sm font-semibold">{result.status}</p>
          <pre className="max-h-96 overflow-auto rounded-lg bg-sunken px-4 py-3 font-mono text-[0.8125rem] whitespace-pre-wrap break-words">
            {result.text}
          </pre>
        </div>
      )}
    </form>
  )
}

function prettyPrintJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
