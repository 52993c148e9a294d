import type { ReadDocument } from '../../../sdk/src/operations.ts'
import { commonText } from '../messages/common.ts'
import { findSupportingSpans, type Support } from './highlight.ts'
import { clipSpans, MarkedText } from './highlight-nodes.tsx'
import { useScrollToMark } from './use-scroll-to-mark.ts'

/** Shows the passages of a document; the text that supports the answer is highlighted and scrolled into view. */
export function PassageList({ passages, support }: { passages: ReadDocument['passages']; support?: Support }) {
  const root = useScrollToMark()
  const spans = support
    ? findSupportingSpans(
        passages.map((passage) => passage.text),
        support,
      )
    : []
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
            {isNewPage && passage.page !== undefined && (
              <p className="mt-5 text-xs text-quiet">{commonText('pageNumber', { number: passage.page })}</p>
            )}
            {isNewHeading && passage.heading !== '' && (
              <h3 className="mt-5 mb-1 text-sm text-quiet">{passage.heading}</h3>
            )}
            {splitLines(passage.text).map(({ start, text }) => (
              <p key={start} className="mt-1.5 leading-relaxed break-words">
                <MarkedText text={text} spans={clipSpans(spans[index] ?? [], start, text.length)} />
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
