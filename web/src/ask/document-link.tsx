import { Link } from 'wouter'
import type { PlacedSource } from '../../../sdk/src/operations.ts'
import { formatDate } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { PathText } from '../components/path-text.tsx'
import { SafeLink } from '../components/safe-link.tsx'

/** A link to a note in the app or to an item at its origin, with its location and date. */
export function DocumentLink({ document }: { document: PlacedSource }) {
  const isNote = document.kind === 'note' && document.documentId !== null
  return (
    <>
      {isNote ? (
        <Link href={`/notes/${encodeURIComponent(document.id)}`} className="link break-words">
          {document.title}
        </Link>
      ) : (
        <SafeLink href={document.url} className="link break-words">
          {document.title}
        </SafeLink>
      )}
      <span className="mt-0.5 flex items-center gap-1.5 text-[0.8125rem] text-quiet">
        <Icon name={document.kind === 'item' ? 'sources' : 'notes'} size={13} />
        {document.path.length > 0 && <PathText parts={document.path} />}
        <span className="shrink-0">{formatDate(document.updatedAt)}</span>
      </span>
    </>
  )
}
