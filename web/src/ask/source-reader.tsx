import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { DocumentWithPassages, SourceWithLocation } from '../../../src/contract/history.ts'
import { type HistoryEndpoints, useApiQuery } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { formatDateTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { QueryState } from '../components/query-state.tsx'
import { SafeLink, sanitizeUrl } from '../components/safe-link.tsx'
import { findSupportingSpans, type TextSpan } from './highlight.ts'
import { sentencesCiting } from './parse-answer.ts'

/** A source beside the answer, opened at the passage that supports it. */
export function SourceDialog({
  source,
  number,
  answer,
  onClose,
}: {
  source: SourceWithLocation
  number: number
  answer: string
  onClose: () => void
}) {
  const document = useApiQuery<HistoryEndpoints['readDocument']>(
    ['document', source.documentId],
    `/documents/${source.documentId}`,
    { isEnabled: source.documentId !== null },
  )
  const support = { sentences: sentencesCiting(answer, number), explanation: source.explanation ?? '' }
  return (
    <Dialog title={source.title} onClose={onClose} side>
      <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-quiet">
        {source.path.length > 0 && <span>{source.path.join(' › ')}</span>}
        <span>Updated {formatDateTime(source.updatedAt)}</span>
      </p>
      <OpenSourceLink source={source} />
      {source.documentId === null ? (
        <PassageList passages={[{ heading: '', text: source.explanation ?? '' }]} support={support} />
      ) : (
        <QueryState query={document}>
          {(data) => <PassageList passages={data.passages} support={support} />}
        </QueryState>
      )}
    </Dialog>
  )
}

function OpenSourceLink({ source }: { source: SourceWithLocation }) {
  if (source.kind === 'note' && source.documentId !== null) {
    return (
      <Link href={`/notes/${encodeURIComponent(source.id)}`} className="button mb-5">
        <Icon name="notes" size={16} />
        Open the note
      </Link>
    )
  }
  if (sanitizeUrl(source.url) === undefined) return null
  return (
    <SafeLink href={source.url} className="button mb-5">
      <Icon name="external" size={16} />
      Open where it comes from
    </SafeLink>
  )
}

/** A document as it was understood, what supports the answer marked and in view. */
export function PassageList({
  passages,
  support,
}: {
  passages: DocumentWithPassages['passages']
  support?: { sentences: readonly string[]; explanation: string }
}) {
  const root = useRef<HTMLDivElement>(null)
  const spans = support
    ? findSupportingSpans(
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
            {splitLines(passage.text).map(({ start, text }) => (
              <p key={start} className="mt-1.5 leading-relaxed break-words">
                <HighlightedText text={text} spans={clipSpans(spans[index] ?? [], start, text.length)} />
              </p>
            ))}
          </div>
        )
      })}
    </div>
  )
}

/** A passage's paragraphs, list items and table rows are lines. */
function splitLines(text: string): { start: number; text: string }[] {
  let start = 0
  return text.split('\n').flatMap((line) => {
    const at = start
    start += line.length + 1
    return line.trim() === '' ? [] : [{ start: at, text: line }]
  })
}

function clipSpans(spans: readonly TextSpan[], start: number, length: number): TextSpan[] {
  return spans
    .map((span) => ({ start: Math.max(0, span.start - start), end: Math.min(length, span.end - start) }))
    .filter((span) => span.start < span.end)
}

function HighlightedText({ text, spans }: { text: string; spans: readonly TextSpan[] }) {
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
