import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { CitedSource } from '../../../sdk/src/operations.ts'
import { Dialog } from '../components/dialog.tsx'
import { documentTarget } from '../components/document-target.ts'
import { AsyncBoundary } from '../components/error-boundary.tsx'
import { formatDateTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { lazyComponent } from '../components/lazy-component.tsx'
import { pageLabel } from '../components/page-label.ts'
import { LoadingSkeleton } from '../components/query-state.tsx'
import { SafeLink } from '../components/safe-link.tsx'
import { askText } from '../messages/ask.ts'
import { sentencesCiting } from './answer-plain-text.ts'
import { SourceColumn, useHasSourceColumn } from './source-column.tsx'

// Brings the Markdown parser, which a first question doesn't need.
const SourceText = lazyComponent(() => import('./source-text.tsx').then((module) => module.SourceText))

/** Shows a source beside the answer; on a narrow screen, over it. */
export function SourcePanel({
  sources,
  number,
  answer,
  onSelect,
  onClose,
}: {
  sources: readonly CitedSource[]
  /** Which of the sources is open, from 1. */
  number: number
  answer: string
  onSelect: (number: number) => void
  onClose: () => void
}) {
  const isBeside = useHasSourceColumn()
  const source = sources[number - 1]
  if (!source) return null
  const details = (
    <SourceDetails key={`${number} ${source.documentId}`} source={source} number={number} answer={answer} />
  )
  if (!isBeside)
    return (
      <Dialog title={source.title} onClose={onClose} isSidePanel>
        {details}
      </Dialog>
    )
  return (
    <SourceColumn title={source.title} number={number} count={sources.length} onSelect={onSelect} onClose={onClose}>
      {details}
    </SourceColumn>
  )
}

function SourceDetails({ source, number, answer }: { source: CitedSource; number: number; answer: string }) {
  const page = pageLabel(source)
  const explanation = source.explanation ?? ''
  const [section, setSection] = useState('')
  const support = useMemo(
    () => ({ sentences: sentencesCiting(answer, number), explanation }),
    [answer, number, explanation],
  )
  return (
    <>
      <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-quiet">
        {source.path.length > 0 && <span className="min-w-0">{source.path.join(' › ')}</span>}
        {page !== undefined && <span className="font-semibold text-ink">{page}</span>}
        <span>{askText('updated', { date: formatDateTime(source.updatedAt) })}</span>
      </p>
      <OpenSourceLink source={source} section={section} />
      <AsyncBoundary loading={<LoadingSkeleton />}>
        <SourceText source={source} support={support} onSection={setSection} />
      </AsyncBoundary>
    </>
  )
}

function OpenSourceLink({ source, section }: { source: CitedSource; section: string }) {
  if (source.kind === 'note' && source.documentId !== null) {
    const fragment = section && `#${section}`
    return (
      <Link href={`/notes/${encodeURIComponent(source.id)}${fragment}`} className="button mb-5">
        <Icon name="notes" size={16} />
        {askText('openNote')}
      </Link>
    )
  }
  const target = documentTarget(source)
  if (target === undefined) return null
  if ('path' in target) {
    return (
      <Link href={target.path} className="button mb-5">
        <Icon name="sources" size={16} />
        {askText('openInSource')}
      </Link>
    )
  }
  const page = pageLabel({ url: source.url })
  return (
    <SafeLink href={source.url} className="button mb-5">
      <Icon name="external" size={16} />
      {page === undefined ? askText('openOriginal') : askText('openOriginalAt', { page })}
    </SafeLink>
  )
}
