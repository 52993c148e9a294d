import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTextDraft } from '../drafts/drafts-provider.tsx'
import { askText } from '../messages/ask.ts'

/** Changes a question to ask it again in its place. Enter asks, Escape cancels; until then the text is kept on this device. */
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
  const [draft, setDraft] = useTextDraft(`edit of ${turnId}`)
  const [text, setText] = useState(draft || question)
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => box.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    setDraft('')
    onAsk(text.trim())
  }
  const cancel = () => {
    setDraft('')
    onCancel()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event)
    if (event.key === 'Escape') cancel()
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
        aria-describedby={`${id}-hint`}
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
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="button button-primary" disabled={text.trim() === ''}>
          {askText('askAgain')}
        </button>
        <button type="button" className="button" onClick={cancel}>
          {askText('cancel')}
        </button>
      </div>
    </form>
  )
}
