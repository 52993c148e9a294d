import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { LorewellError } from '../../../sdk/src/errors.ts'
import { Icon } from '../components/icon.tsx'
import { Page } from '../components/page.tsx'
import { QueryState } from '../components/query-state.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { type ApiDocument, listOperations } from '../docs/openapi.ts'
import { OperationView } from '../docs/operation-view.tsx'
import { docsText } from '../messages/docs.ts'
import { RichText } from '../messages/rich-text.tsx'

/** The API reference, generated from the service's OpenAPI document. */
export function DocsPage() {
  const document = useQuery({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/v1/openapi.json', { signal })
      const body: unknown = await response.json().catch(() => undefined)
      if (!response.ok) throw new LorewellError(response.status, body)
      return body as ApiDocument
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Page
      title={docsText('title')}
      lead={
        <>
          {docsText('lead')}{' '}
          <a href="/v1/openapi.json" className="link">
            {docsText('openApiDocument')}
          </a>
        </>
      }
    >
      <QueryState query={document}>{(data) => <ApiReference document={data} />}</QueryState>
    </Page>
  )
}

function ApiReference({ document }: { document: ApiDocument }) {
  const [text, setText] = useState('')
  const operations = useMemo(() => listOperations(document), [document])
  const filter = text.trim().toLowerCase()
  const shown = operations.filter((operation) =>
    `${operation.method} ${operation.path} ${operation.summary}`.toLowerCase().includes(filter),
  )
  const tags = [...new Set(shown.map((operation) => operation.tag))]
  return (
    <>
      <section aria-label={docsText('credentials')} className="card mb-6 px-5 py-4 text-sm">
        <h2>{docsText('credentials')}</h2>
        <p className="mt-1 text-quiet">
          <RichText
            text={docsText('credentialsHint')}
            parts={{ code: (words) => <code className="font-mono">{words}</code> }}
          />
        </p>
      </section>
      <SearchBox label={docsText('find')} className="mb-5 max-w-sm" value={text} onChange={setText} />
      {shown.length === 0 && <p className="text-quiet">{docsText('noMatch')}</p>}
      {tags.map((tag) => (
        <section key={tag} aria-label={tag} className="mb-8">
          <h2 className="mb-2">{tag}</h2>
          <ul className="space-y-2">
            {shown
              .filter((operation) => operation.tag === tag)
              .map((operation) => (
                <li key={`${operation.method} ${operation.path}`}>
                  <details className="group card overflow-hidden">
                    <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
                      <Icon name="chevronRight" size={14} className="transition-transform group-open:rotate-90" />
                      <span className="w-14 font-mono text-[0.8125rem] font-semibold text-accent">
                        {operation.method}
                      </span>
                      <span className="font-mono text-sm break-all">{operation.path}</span>
                      <span className="text-sm text-quiet">{operation.summary}</span>
                    </summary>
                    <OperationView operation={operation} document={document} />
                  </details>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  )
}
