import type { CitedSource, PlacedSource } from '../../../sdk/src/operations.ts'
import { formatDate } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { pageLabel } from '../components/page-label.ts'
import { PathText } from '../components/path-text.tsx'
import { askText } from '../messages/ask.ts'
import { sentencesCiting } from './answer-plain-text.ts'
import { DocumentLink } from './document-link.tsx'
import { sourceSnippet } from './source-snippet.ts'

/** The sources beside an answer: number, title, snippet, location and date. */
export function SourceList({
  label = askText('sources'),
  sources,
  answer,
  openSourceNumber,
  onOpenSource,
}: {
  label?: string
  sources: readonly CitedSource[]
  answer: string
  openSourceNumber?: number | undefined
  onOpenSource: (number: number) => void
}) {
  if (sources.length === 0) return null
  return (
    <section aria-label={label}>
      <h3 className="mb-2 text-sm text-quiet">{askText('sources')}</h3>
      <ol className="space-y-2">
        {sources.map((source, index) => (
          <li key={`${source.id} ${source.url}`}>
            <button
              type="button"
              onClick={() => onOpenSource(index + 1)}
              aria-current={openSourceNumber === index + 1 ? 'true' : undefined}
              className="card flex w-full gap-3 px-3 py-2.5 text-left transition-colors hover:border-line-strong aria-[current]:border-accent"
            >
              <span className="citation mt-0.5 h-5 shrink-0">{index + 1}</span>
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 font-semibold break-words" dir="auto">
                  {source.title}
                </span>
                <SourceSummary
                  source={source}
                  snippet={sourceSnippet(source.explanation ?? '', sentencesCiting(answer, index + 1))}
                />
              </span>
            </button>
            {source.copies && <CopyList copies={source.copies} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What a source says, where it is and from when. */
export function SourceSummary({ source, snippet }: { source: CitedSource; snippet: string }) {
  const details = [pageLabel(source), formatDate(source.updatedAt)].filter(Boolean).join(' · ')
  return (
    <>
      {snippet !== '' && (
        <span className="mt-0.5 line-clamp-3 text-sm break-words text-ink" dir="auto">
          {snippet}
        </span>
      )}
      <span className="mt-1 block text-[0.8125rem] text-quiet">
        {source.path.length > 0 && (
          <span className="flex items-center gap-1.5">
            <Icon name={source.kind === 'item' ? 'sources' : 'notes'} size={13} />
            <PathText parts={source.path} />
          </span>
        )}
        <span className="block">{details}</span>
      </span>
    </>
  )
}

/** Further documents with nearly the same text as a source. */
function CopyList({ copies }: { copies: readonly PlacedSource[] }) {
  return (
    <details className="mt-1 px-3 text-sm">
      <summary className="w-fit cursor-pointer text-quiet hover:text-ink">
        {askText('moreCopies', { count: copies.length.toLocaleString() })}
        <span className="sr-only"> {askText('moreCopiesHint')}</span>
      </summary>
      <ul className="mt-2 max-h-72 space-y-2 overflow-y-auto pb-1">
        {copies.map((copy) => (
          <li key={`${copy.id} ${copy.url}`}>
            <DocumentLink document={copy} />
          </li>
        ))}
      </ul>
    </details>
  )
}
