import type { CitedSource, PlacedSource } from '../../../sdk/src/operations.ts'
import { formatDate } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { pageLabel } from '../components/page-label.ts'
import { DocumentLink } from './document-link.tsx'

/** The sources beside an answer: number, title, location and date. */
export function SourceList({
  label = 'Sources',
  sources,
  openSourceNumber,
  onOpenSource,
}: {
  label?: string
  sources: readonly CitedSource[]
  openSourceNumber?: number | undefined
  onOpenSource: (number: number) => void
}) {
  if (sources.length === 0) return null
  return (
    <section aria-label={label}>
      <h3 className="mb-2 text-sm text-quiet">Sources</h3>
      <ol className="space-y-2">
        {sources.map((source, index) => (
          <li key={`${source.id} ${source.url}`}>
            <button
              type="button"
              onClick={() => onOpenSource(index + 1)}
              aria-current={openSourceNumber === index + 1 ? 'true' : undefined}
              className="card group flex w-full gap-3 px-3 py-2.5 text-left transition-colors hover:border-line-strong aria-[current]:border-accent"
            >
              <span className="citation mt-0.5 h-5 shrink-0">{index + 1}</span>
              <span className="min-w-0">
                <span className="line-clamp-2 font-semibold break-words">{source.title}</span>
                <span className="mt-0.5 flex items-center gap-1.5 text-[0.8125rem] text-quiet">
                  <Icon name={source.kind === 'item' ? 'sources' : 'notes'} size={13} />
                  <span className="min-w-0 truncate">
                    {[pageLabel(source), ...source.path.slice(-2), formatDate(source.updatedAt)]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
              </span>
            </button>
            {source.copies && <CopyList copies={source.copies} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Further documents with nearly the same text as a source. */
function CopyList({ copies }: { copies: readonly PlacedSource[] }) {
  return (
    <details className="mt-1 px-3 text-sm">
      <summary className="w-fit cursor-pointer text-quiet hover:text-ink">
        and {copies.length.toLocaleString()} more<span className="sr-only"> with nearly the same text</span>
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
