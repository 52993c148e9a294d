import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { maxQuestionLength } from '../../../src/contract/text-limits.ts'
import { FieldErrorText } from '../components/field.tsx'
import { isComposing } from '../components/is-composing.ts'
import { exceededLimit } from '../components/text-limit.ts'
import { useTextDraft } from '../drafts/drafts-provider.tsx'
import { askText } from '../messages/ask.ts'

/** The name of the draft that keeps what was typed to replace a turn. */
export function editDraft(turnId: string): string {
  return `edit of ${turnId}`
}

/**
 * Changes a question to ask it again in its place. Enter asks, Escape closes. The text is kept on this device until it is
 * answered or Cancel discards it.
 */
export function EditQuestionForm({
  turnId,
  question,
  isLast,
  onAsk,
  onCancel,
}: {
  turnId: string
  question: string
  isLast: boolean
  onAsk: (question: string) => void
  onCancel: () => void
}) {
  const id = useId()
  const [draft, setDraft] = useTextDraft(editDraft(turnId))
  const [text, setText] = useState(draft || question)
  const limit = exceededLimit(text.trim(), maxQuestionLength)
  const canAsk = text.trim() !== '' && !limit
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => box.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canAsk) onAsk(text.trim())
  }
  const cancel = () => {
    setDraft('')
    onCancel()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter' && !event.shiftKey) submit(event)
    // What was typed stays for the next time; the button discards it.
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
        value={text}
        aria-invalid={limit && true}
        aria-describedby={limit ? `${id}-hint ${id}-error` : `${id}-hint`}
        onChange={(event) => {
          setText(event.target.value)
          setDraft(event.target.value)
        }}
        onKeyDown={onKeyDown}
        dir="auto"
      />
      <p id={`${id}-hint`} className="text-[0.8125rem] text-quiet">
        {askText(isLast ? 'replacesAnswer' : 'replacesRest')}
      </p>
      <FieldErrorText id={`${id}-error`} error={limit?.message} count={limit?.count} />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="button button-primary" disabled={!canAsk}>
          {askText('askAgain')}
        </button>
        <button type="button" className="button" onClick={cancel}>
          {askText('cancel')}
        </button>
      </div>
    </form>
  )
}
