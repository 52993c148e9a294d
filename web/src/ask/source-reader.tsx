import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { PlacedSource, ReadDocument } from '../../../src/contract/history.ts'
import { type HistoryOperations, useRead } from '../api/queries.ts'
import { momentOf } from '../components/dates.ts'
import { Dialog } from '../components/dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { SafeLink, safeAddress } from '../components/safe-link.tsx'
import { Loaded } from '../components/states.tsx'
import { citedBy } from './answer-parts.ts'
import { type Span, supportingSpans } from './highlight.ts'

/** A source beside the answer, opened at the passage that supports it. */
export function SourceReader({
  source,
  number,
  answer,
  onClose,
}: {
  source: PlacedSource
  number: number
  answer: string
  onClose: () => void
}) {
  const document = useRead<HistoryOperations['readDocument']>(
    ['document', source.documentId],
    `/documents/${source.documentId}`,
    { isEnabled: source.documentId !== null },
  )
  const support = { sentences: citedBy(answer, number), explanation: source.explanation ?? '' }
  return (
    <Dialog title={source.title} onClose={onClose} side>
      <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-quiet">
        {source.path.length > 0 && <span>{source.path.join(' › ')}</span>}
        <span>Updated {momentOf(source.updatedAt)}</span>
      </p>
      <OpenLink source={source} />
      {source.documentId === null ? (
        <Passages passages={[{ heading: '', text: source.explanation ?? '' }]} support={support} />
      ) : (
        <Loaded query={document}>{(data) => <Passages passages={data.passages} support={support} />}</Loaded>
      )}
    </Dialog>
  )
}

function OpenLink({ source }: { source: PlacedSource }) {
  if (source.kind === 'note' && source.documentId !== null) {
    return (
      <Link href={`/notes/${encodeURIComponent(source.id)}`} className="button mb-5">
        <Icon name="notes" size={16} />
        Open the note
      </Link>
    )
  }
  if (safeAddress(source.url) === undefined) return null
  return (
    <SafeLink href={source.url} className="button mb-5">
      <Icon name="external" size={16} />
      Open where it comes from
    </SafeLink>
  )
}

/** A document as it was understood, what supports the answer marked and in view. */
export function Passages({
  passages,
  support,
}: {
  passages: ReadDocument['passages']
  support?: { sentences: readonly string[]; explanation: string }
}) {
  const root = useRef<HTMLDivElement>(null)
  const spans = support
    ? supportingSpans(
        passages.map((passage) => passage.text),
        support,
      )
    : []
  useEffect(() => {
    root.current?.querySelector('mark')?.scrollIntoView({ block: 'center' })
  }, [])
  let heading = ''
  return (
    <div ref={root} className="space-y-3" dir="auto">
      {passages.map((passage, index) => {
        const isNew = passage.heading !== heading
        heading = passage.heading
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: passages have no other name than their place
          <div key={index}>
            {isNew && passage.heading !== '' && (
              <h3 className="mt-5 mb-1 text-sm text-quiet">{passage.heading}</h3>
            )}
            {linesOf(passage.text).map(({ start, text }) => (
              <p key={start} className="mt-1.5 leading-relaxed break-words">
                <Marked text={text} spans={within(spans[index] ?? [], start, text.length)} />
              </p>
            ))}
          </div>
        )
      })}
    </div>
  )
}

/** A passage's paragraphs, list items and table rows are lines. */
function linesOf(text: string): { start: number; text: string }[] {
  let start = 0
  return text.split('\n').flatMap((line) => {
    const at = start
    start += line.length + 1
    return line.trim() === '' ? [] : [{ start: at, text: line }]
  })
}

function within(spans: readonly Span[], start: number, length: number): Span[] {
  return spans
    .map((span) => ({ start: Math.max(0, span.start - start), end: Math.min(length, span.end - start) }))
    .filter((span) => span.start < span.end)
}

function Marked({ text, spans }: { text: string; spans: readonly Span[] }) {
  const ends = [0, ...spans.map((span) => span.end)]
  return (
    <>
      {spans.map((span, index) => (
        <span key={span.start}>
          {text.slice(ends[index], span.start)}
          <mark>{text.slice(span.start, span.end)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  )
}
