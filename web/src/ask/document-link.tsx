import type { PlacedSource } from '../../../sdk/src/operations.ts'
import { DocumentTitleLink } from '../components/document-title-link.tsx'
import { formatDate } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { PathText } from '../components/path-text.tsx'

/** A link to where a document opens, with its location and date. */
export function DocumentLink({ document }: { document: PlacedSource }) {
  return (
    <>
      <DocumentTitleLink document={document} />
      <span className="mt-0.5 flex items-center gap-1.5 text-[0.8125rem] text-quiet">
        <Icon name={document.kind === 'item' ? 'sources' : 'notes'} size={13} />
        {document.path.length > 0 && <PathText parts={document.path} />}
        <span className="shrink-0">{formatDate(document.updatedAt)}</span>
      </span>
    </>
  )
}
