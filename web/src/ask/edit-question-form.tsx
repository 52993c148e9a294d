import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { askText } from '../messages/ask.ts'

/** Changes a question to ask it again in its place. Enter asks, Escape cancels. */
export function EditQuestionForm({
  question,
  isLast,
  onAsk,
  onCancel,
}: {
  question: string
  isLast: boolean
  onAsk: (question: string) => void
  onCancel: () => void
}) {
  const id = useId()
  const [text, setText] = useState(question)
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => box.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onAsk(text.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event)
    if (event.key === 'Escape') onCancel()
  }
  return (
    <form onSubmit={submit} className="space-y-2">
      <label htmlFor={id} className="block text-sm font-semibold">
        {askText('editQuestion')}
      </label>
      <textarea
        ref={box}
        id={id}
        className="input"
        rows={2}
        maxLength={4000}
        value={text}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        dir="auto"
      />
      <p id={`${id}-hint`} className="text-[0.8125rem] text-quiet">
        {askText(isLast ? 'replacesAnswer' : 'replacesRest')}
      </p>
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="button button-primary" disabled={text.trim() === ''}>
          {askText('askAgain')}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {askText('cancel')}
        </button>
      </div>
    </form>
  )
}
