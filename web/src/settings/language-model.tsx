import { useState } from 'react'
import type { LanguageModel, LanguageModelChange } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery } from '../api/queries.ts'
import { Checkbox } from '../components/checkbox.tsx'
import { ConfirmDialog } from '../components/dialog.tsx'
import { Field, TextField } from '../components/field.tsx'
import { Form } from '../components/form.tsx'
import { ErrorAlert, QueryState } from '../components/query-state.tsx'
import { FormSkeleton } from '../components/skeletons.tsx'
import { useToast } from '../components/toast.tsx'
import { messageLanguage } from '../messages/define-messages.ts'
import { languageModelText } from '../messages/language-model.ts'
import { LanguageModelTrialResult } from './language-model-trial.tsx'
import { SettingsSection } from './settings-section.tsx'

const providers = [
  { id: 'openai-compatible', labelKey: 'openaiCompatible', baseUrl: 'https://api.openai.com/v1' },
  { id: 'anthropic', labelKey: 'anthropic', baseUrl: 'https://api.anthropic.com' },
] as const

/** Sets up the language model that writes the answers of the organization. */
export function LanguageModelSection() {
  const model = useApiQuery('readLanguageModel', {})
  // Starts the form again after a change of its own; another admin's change must not take typed text away.
  const [version, setVersion] = useState(0)
  return (
    <SettingsSection title={languageModelText('title')} lead={languageModelText('lead')}>
      <QueryState query={model} loading={<FormSkeleton fields={4} />}>
        {(data) =>
          data.origin === 'environment' ? (
            <EnvironmentModel model={data} />
          ) : (
            <LanguageModelForm key={version} stored={data} onChanged={() => setVersion(version + 1)} />
          )
        }
      </QueryState>
    </SettingsSection>
  )
}

function EnvironmentModel({ model }: { model: LanguageModel }) {
  const trial = useApiMutation(() => api.tryLanguageModel({}), [])
  return (
    <div className="max-w-xl space-y-5">
      <div className="card space-y-3 px-5 py-5">
        <p>{languageModelText('setByEnvironment', { variables: formatList(model.variables) })}</p>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
          <dt className="text-quiet">{languageModelText('model')}</dt>
          <dd className="break-words">{model.model}</dd>
          <dt className="text-quiet">{languageModelText('baseUrl')}</dt>
          <dd className="break-words">{model.baseUrl}</dd>
          <dt className="text-quiet">{languageModelText('apiKey')}</dt>
          <dd>{model.hasApiKey ? languageModelText('hasKey') : languageModelText('hasNoKey')}</dd>
        </dl>
        <button type="button" className="button" disabled={trial.isPending} onClick={() => trial.mutate(undefined)}>
          {trial.isPending ? languageModelText('testing') : languageModelText('test')}
        </button>
      </div>
      {trial.error && <ErrorAlert error={trial.error} />}
      {trial.data && !trial.isPending && <LanguageModelTrialResult trial={trial.data} />}
    </div>
  )
}

function LanguageModelForm({ stored, onChanged }: { stored: LanguageModel; onChanged: () => void }) {
  const [provider, setProvider] = useState(stored.provider ?? 'openai-compatible')
  const [baseUrl, setBaseUrl] = useState(stored.baseUrl ?? providers[0].baseUrl)
  const [model, setModel] = useState(stored.model ?? '')
  const [apiKey, setApiKey] = useState('')
  const [isKeyDeleted, setIsKeyDeleted] = useState(false)
  const [inputPrice, setInputPrice] = useState(stored.inputPrice?.toString() ?? '')
  const [outputPrice, setOutputPrice] = useState(stored.outputPrice?.toString() ?? '')
  const [question, setQuestion] = useState('')
  const [isRemoving, setIsRemoving] = useState(false)
  const showToast = useToast()
  const settings: LanguageModelChange = {
    provider,
    baseUrl,
    model,
    ...(isKeyDeleted ? { apiKey: null } : apiKey !== '' && { apiKey }),
    inputPrice: toPrice(inputPrice),
    outputPrice: toPrice(outputPrice),
  }
  const changed = ['readLanguageModel', 'readOrganization', 'readService'] as const
  const finish = (message: string) => () => {
    showToast(message)
    onChanged()
  }
  const save = useApiMutation(() => api.setLanguageModel(settings), changed, finish(languageModelText('saved')))
  const remove = useApiMutation(() => api.removeLanguageModel(), changed, finish(languageModelText('removed')))
  const trial = useApiMutation(() => api.tryLanguageModel({ ...settings, question }), [])
  const test = () => {
    save.reset()
    trial.mutate(undefined)
  }
  const selectProvider = (id: string) => {
    const chosen = providers.find((one) => one.id === id) ?? providers[0]
    setProvider(chosen.id)
    if (providers.some((one) => one.baseUrl === baseUrl)) setBaseUrl(chosen.baseUrl)
  }
  const isComplete = baseUrl.trim() !== '' && model.trim() !== ''
  return (
    <div className="max-w-xl space-y-5">
      <p role="status" className="text-quiet">
        {stored.origin === 'none'
          ? languageModelText('quoted')
          : languageModelText('written', { model: stored.model ?? '' })}
      </p>
      {!stored.isApiKeyReadable && (
        <p role="alert" className="card bg-warn-soft px-4 py-3 text-warn">
          {languageModelText('unreadableKey')}
        </p>
      )}
      <Form
        mutation={{
          mutate: () => {
            trial.reset()
            save.mutate(undefined)
          },
          error: save.error ?? trial.error,
          isPending: save.isPending || remove.isPending,
        }}
        submitLabel={languageModelText('save')}
        canSubmit={isComplete}
        className="card px-5 py-5"
        action={
          <>
            {stored.origin === 'settings' && (
              <button type="button" className="button" onClick={() => setIsRemoving(true)}>
                {languageModelText('remove')}
              </button>
            )}
            <button type="button" className="button" disabled={trial.isPending || !isComplete} onClick={test}>
              {trial.isPending ? languageModelText('testing') : languageModelText('test')}
            </button>
          </>
        }
      >
        {(fieldError) => (
          <>
            <Field label={languageModelText('provider')} error={fieldError('provider')}>
              {(control) => (
                <select
                  {...control}
                  className="input"
                  value={provider}
                  onChange={(event) => selectProvider(event.target.value)}
                >
                  {providers.map(({ id, labelKey }) => (
                    <option key={id} value={id}>
                      {languageModelText(labelKey)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <TextField
              label={languageModelText('baseUrl')}
              type="url"
              hint={languageModelText('baseUrlHint')}
              required
              maxLength={2048}
              error={fieldError('baseUrl')}
              value={baseUrl}
              onChange={setBaseUrl}
            />
            <TextField
              label={languageModelText('model')}
              hint={languageModelText('modelHint')}
              required
              maxLength={200}
              error={fieldError('model')}
              value={model}
              onChange={setModel}
            />
            <TextField
              label={languageModelText('apiKey')}
              type="password"
              autoComplete="new-password"
              maxLength={4096}
              placeholder={stored.hasApiKey && !isKeyDeleted ? languageModelText('storedKey') : ''}
              hint={stored.hasApiKey ? languageModelText('storedKeyHint') : languageModelText('keyHint')}
              error={fieldError('apiKey')}
              value={apiKey}
              onChange={setApiKey}
            />
            {stored.hasApiKey && (
              <Checkbox isChecked={isKeyDeleted} onChange={setIsKeyDeleted}>
                {languageModelText('deleteKey')}
              </Checkbox>
            )}
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
              <PriceField
                label={languageModelText('inputPrice')}
                error={fieldError('inputPrice')}
                value={inputPrice}
                onChange={setInputPrice}
              />
              <PriceField
                label={languageModelText('outputPrice')}
                error={fieldError('outputPrice')}
                value={outputPrice}
                onChange={setOutputPrice}
              />
            </div>
            <TextField
              label={languageModelText('testQuestion')}
              hint={languageModelText('testQuestionHint')}
              maxLength={4000}
              error={fieldError('question')}
              value={question}
              onChange={setQuestion}
            />
          </>
        )}
      </Form>
      {trial.data && !trial.isPending && <LanguageModelTrialResult trial={trial.data} />}
      {isRemoving && (
        <ConfirmDialog
          title={languageModelText('removeTitle')}
          confirmLabel={languageModelText('remove')}
          mutation={remove}
          onConfirm={() => remove.mutate(undefined)}
          onClose={() => setIsRemoving(false)}
        >
          {languageModelText('removeEffect')}
        </ConfirmDialog>
      )}
    </div>
  )
}

function PriceField(props: {
  label: string
  error: string | undefined
  value: string
  onChange: (value: string) => void
}) {
  return (
    <TextField
      {...props}
      type="text"
      hint={languageModelText('priceHint')}
      pattern="\d*\.?\d*"
      title={languageModelText('priceError')}
      maxLength={12}
    />
  )
}

function toPrice(text: string): number | null {
  return text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text)
}

function formatList(names: readonly string[]): string {
  return new Intl.ListFormat(messageLanguage()).format(names)
}
