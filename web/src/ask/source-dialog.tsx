import { Link } from 'wouter'
import type { CitedSource } from '../../../sdk/src/operations.ts'
import { useApiQuery } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { formatDateTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { pageLabel } from '../components/page-label.ts'
import { PassageList } from '../components/passage-list.tsx'
import { QueryState } from '../components/query-state.tsx'
import { SafeLink, sanitizeUrl } from '../components/safe-link.tsx'
import { sentencesCiting } from './answer-plain-text.ts'

/** Shows a source beside the answer, scrolled to the passage that supports it. */
export function SourceDialog({
  source,
  number,
  answer,
  onClose,
}: {
  source: CitedSource
  number: number
  answer: string
  onClose: () => void
}) {
  const document = useApiQuery(
    'readDocument',
    { id: source.documentId ?? '' },
    { isEnabled: source.documentId !== null },
  )
  const page = pageLabel(source)
  const support = { sentences: sentencesCiting(answer, number), explanation: source.explanation ?? '' }
  return (
    <Dialog title={source.title} onClose={onClose} isSidePanel>
      <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-quiet">
        {source.path.length > 0 && <span>{source.path.join(' › ')}</span>}
        {page !== undefined && <span className="font-semibold text-ink">{page}</span>}
        <span>Updated {formatDateTime(source.updatedAt)}</span>
      </p>
      <OpenSourceLink source={source} />
      {source.documentId === null ? (
        <PassageList passages={[{ heading: '', text: source.explanation ?? '' }]} support={support} />
      ) : (
        <QueryState query={document}>{(data) => <PassageList passages={data.passages} support={support} />}</QueryState>
      )}
    </Dialog>
  )
}

function OpenSourceLink({ source }: { source: CitedSource }) {
  if (source.kind === 'note' && source.documentId !== null) {
    return (
      <Link href={`/notes/${encodeURIComponent(source.id)}`} className="button mb-5">
        <Icon name="notes" size={16} />
        Open note
      </Link>
    )
  }
  if (sanitizeUrl(source.url) === undefined) return null
  const page = pageLabel({ url: source.url })
  return (
    <SafeLink href={source.url} className="button mb-5">
      <Icon name="external" size={16} />
      {page === undefined ? 'Open original' : `Open original at ${page}`}
    </SafeLink>
  )
}
