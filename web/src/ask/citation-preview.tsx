import { type PointerEventHandler, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { CitedSource } from '../../../sdk/src/operations.ts'
import { sentencesCiting } from './answer-plain-text.ts'
import { SourceSummary } from './source-list.tsx'
import { sourceSnippet } from './source-snippet.ts'

const marginPx = 8

/** A card beside a citation: title, snippet, location and date of its source. */
export function CitationPreview({
  id,
  anchor,
  source,
  number,
  answer,
  ...pointerProps
}: {
  id: string
  anchor: Element
  source: CitedSource
  number: number
  answer: string
  onPointerEnter: PointerEventHandler
  onPointerLeave: PointerEventHandler
}) {
  const card = useRef<HTMLDivElement>(null)
  // In the top layer: a table that scrolls would cut it off.
  useLayoutEffect(() => {
    const preview = card.current
    if (!preview) return
    preview.showPopover()
    placeBeside(preview, anchor)
  }, [anchor])
  // Not inside the answer, which is announced as it changes.
  return createPortal(
    <div
      ref={card}
      id={id}
      role="tooltip"
      popover="manual"
      className="card inset-auto m-0 w-80 max-w-[calc(100vw-1rem)] bg-raised px-3.5 py-3 text-left text-ink shadow-(--shadow)"
      {...pointerProps}
    >
      <span className="line-clamp-2 font-semibold break-words" dir="auto">
        {source.title}
      </span>
      <SourceSummary
        source={source}
        snippet={sourceSnippet(source.explanation ?? '', sentencesCiting(answer, number))}
      />
    </div>,
    document.getElementById('main') ?? document.body,
  )
}

/** Places an element below its anchor, or above it where there is no room, within the window. */
function placeBeside(element: HTMLElement, anchor: Element): void {
  const { left, top, bottom } = anchor.getBoundingClientRect()
  const { width, height } = element.getBoundingClientRect()
  const fitsBelow = bottom + marginPx + height <= innerHeight
  element.style.left = `${Math.max(marginPx, Math.min(left, innerWidth - width - marginPx))}px`
  element.style.top = `${fitsBelow ? bottom + marginPx : Math.max(marginPx, top - height - marginPx)}px`
}
