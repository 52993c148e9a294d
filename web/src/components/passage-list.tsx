import { useEffect, useRef } from 'react'
import type { ReadDocument } from '../../../sdk/src/operations.ts'
import { findSupportingSpans, type TextSpan } from './highlight.ts'

/** Shows the passages of a document; the text that supports the answer is highlighted and scrolled into view. */
export function PassageList({
  passages,
  support,
}: {
  passages: ReadDocument['passages']
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
  let page: number | undefined
  return (
    <div ref={root} className="space-y-3" dir="auto">
      {passages.map((passage, index) => {
        const isNewHeading = passage.heading !== heading
        heading = passage.heading
        const isNewPage = passage.page !== page
        page = passage.page
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: passages have no id
          <div key={index}>
            {isNewPage && passage.page !== undefined && <p className="mt-5 text-xs text-quiet">Page {passage.page}</p>}
            {isNewHeading && passage.heading !== '' && (
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

/** Splits a passage into lines: paragraphs, list items and table rows. */
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
