import type { SearchHit } from '../../../sdk/src/operations.ts'
import { documentTarget } from '../components/document-target.ts'
import { DocumentTitleLink } from '../components/document-title-link.tsx'
import { formatDate, formatDateTime } from '../components/format-date.ts'
import { MarkedText } from '../components/highlight-nodes.tsx'
import { Icon, type IconName } from '../components/icon.tsx'
import { PathText } from '../components/path-text.tsx'
import { searchText as text } from '../messages/search.ts'

const kindIcons = { note: 'notes', item: 'sources', file: 'attach' } as const satisfies Record<string, IconName>

/** A found document: where it is, the part that matches with the words marked, and its near-duplicates. */
export function SearchHitRow({ hit }: { hit: SearchHit }) {
  const { details } = hit
  const target = documentTarget(hit)
  const isOutside = target !== undefined && 'url' in target
  const copies = details?.copies ?? []
  return (
    <li className="px-4 py-3.5">
      <div className="flex items-start gap-2.5">
        <Icon name={kindIcons[details?.kind ?? 'note']} size={16} className="mt-1 text-quiet" />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
            <DocumentTitleLink document={hit} className="link min-w-0 font-medium break-words" />
            {isOutside && (
              <span className="text-quiet" title={text('opensOriginal')}>
                <Icon name="external" size={14} />
                <span className="sr-only">{text('opensOriginal')}</span>
              </span>
            )}
            {details?.reviewState === 'Verified' && <span className="chip chip-accent">{text('verified')}</span>}
            {details?.reviewState === 'Outdated' && <span className="chip chip-alarm">{text('outdated')}</span>}
          </p>
          <p className="mt-0.5 flex flex-wrap items-baseline gap-x-3 text-[0.8125rem] text-quiet">
            {details && details.path.length > 0 && <PathText parts={details.path} className="max-w-full" />}
            <time dateTime={hit.updatedAt} title={formatDateTime(hit.updatedAt)}>
              {text('updatedOn', { date: formatDate(hit.updatedAt) })}
            </time>
          </p>
          {details && details.snippet !== '' && (
            <p className="mt-1.5 break-words" dir="auto">
              <MarkedText text={details.snippet} spans={details.matches} />
            </p>
          )}
          {copies.length > 0 && (
            <details className="mt-2 text-sm">
              <summary className="cursor-pointer text-quiet">{text('copies', { count: copies.length })}</summary>
              <div className="mt-1.5 space-y-1 pl-4">
                {copies.map((copy) => (
                  <p key={`${copy.rootId ?? ''} ${copy.id}`}>
                    <DocumentTitleLink document={copy} />{' '}
                    <span className="text-quiet">{formatDate(copy.updatedAt)}</span>
                  </p>
                ))}
              </div>
            </details>
          )}
        </div>
      </div>
    </li>
  )
}
