import { useId, useRef } from 'react'
import type { CitedSource } from '../../../sdk/src/operations.ts'
import { askText } from '../messages/ask.ts'
import { CitationPreview } from './citation-preview.tsx'
import { usePreview } from './use-preview.ts'

/** The number of a source in an answer. It opens the source, and previews it under the pointer or the keyboard's focus. */
export function CitationChip({
  number,
  source,
  answer,
  isOpen,
  onOpen,
}: {
  number: number
  source: CitedSource | undefined
  answer: string
  isOpen: boolean
  onOpen: () => void
}) {
  const previewId = useId()
  const chip = useRef<HTMLButtonElement>(null)
  const preview = usePreview()
  const isPreviewed = preview.isShown && source !== undefined && !isOpen
  return (
    <>
      <button
        ref={chip}
        type="button"
        className="citation"
        data-url={source?.url}
        aria-expanded={isOpen}
        aria-label={askText('sourceLabel', { number, title: source?.title ?? '' })}
        aria-describedby={isPreviewed ? previewId : undefined}
        {...preview.anchorProps}
        onClick={() => {
          preview.hide()
          onOpen()
        }}
      >
        {number}
      </button>
      {isPreviewed && chip.current && (
        <CitationPreview
          id={previewId}
          anchor={chip.current}
          source={source}
          number={number}
          answer={answer}
          {...preview.previewProps}
        />
      )}
    </>
  )
}
