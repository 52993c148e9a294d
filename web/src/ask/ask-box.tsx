import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId } from 'react'
import { maxQuestionLength } from '../../../src/contract/text-limits.ts'
import { FieldErrorText } from '../components/field.tsx'
import { Icon } from '../components/icon.tsx'
import { isComposing } from '../components/is-composing.ts'
import { exceededLimit } from '../components/text-limit.ts'
import { askText } from '../messages/ask.ts'
import type { AskScope } from './scope.ts'
import { ScopePicker } from './scope-picker.tsx'

/** The question box. Enter asks; Shift+Enter inserts a line break. */
export function AskBox({
  box,
  text,
  onText,
  scope,
  onScope,
  onAsk,
  isAsking,
  onStop,
  isResearch,
  onResearch,
  isFollowUp = false,
  isDisabled = false,
}: {
  box: RefObject<HTMLTextAreaElement | null>
  text: string
  onText: (text: string) => void
  scope: AskScope
  onScope: (scope: AskScope) => void
  onAsk: () => void
  isAsking: boolean
  onStop: () => void
  isResearch: boolean
  /** Absent: reports can't be written. */
  onResearch?: ((isResearch: boolean) => void) | undefined
  isFollowUp?: boolean
  isDisabled?: boolean
}) {
  const id = useId()
  const limit = exceededLimit(text.trim(), maxQuestionLength)
  const canAsk = !isDisabled && text.trim() !== '' && !limit

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useEffect(() => {
    const area = box.current
    if (!area) return
    area.style.height = 'auto'
    area.style.height = `${Math.min(area.scrollHeight, 260)}px`
  }, [text])

  useEffect(() => {
    if (!isFollowUp) box.current?.focus({ preventScroll: true })
  }, [box, isFollowUp])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canAsk && !isAsking) onAsk()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !isComposing(event.nativeEvent)) submit(event)
  }
  return (
    <form
      onSubmit={submit}
      className="rounded-2xl border border-line-strong bg-surface shadow-(--shadow) outline-offset-2 outline-accent transition-colors has-[textarea:focus-visible]:outline-2"
    >
      <label htmlFor={id} className="sr-only">
        {askText('question')}
      </label>
      <textarea
        ref={box}
        id={id}
        rows={isFollowUp ? 1 : 2}
        value={text}
        disabled={isDisabled}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        aria-invalid={limit && true}
        aria-describedby={limit && `${id}-error`}
        placeholder={askText(isFollowUp ? 'followUpPlaceholder' : 'questionPlaceholder')}
        className={`block w-full resize-none bg-transparent px-4 pt-3.5 pb-1 outline-none! ${isFollowUp ? 'text-base' : 'text-[1.0625rem]'}`}
      />
      {limit && (
        <div className="px-4 pb-1.5">
          <FieldErrorText id={`${id}-error`} error={limit.message} count={limit.count} />
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2 px-2 pb-2">
        <div className="flex min-w-0 flex-wrap items-center gap-1">
          <ScopePicker scope={scope} onChange={onScope} />
          {onResearch && (
            <button
              type="button"
              aria-pressed={isResearch}
              title={askText('researchHint')}
              className={`button button-quiet max-sm:px-2.5 ${isResearch ? 'bg-accent-soft text-accent' : ''}`}
              onClick={() => onResearch(!isResearch)}
            >
              <Icon name={isResearch ? 'check' : 'book'} size={16} className="max-sm:hidden" />
              {askText('research')}
            </button>
          )}
        </div>
        {isAsking ? (
          // Keyed: as the same element, the pressed button would become the one that submits, and ask again.
          <button key="stop" type="button" className="button ml-auto" onClick={onStop}>
            <Icon name="stop" size={15} />
            {askText('stop')}
          </button>
        ) : (
          <button key="ask" type="submit" className="button button-primary ml-auto" disabled={!canAsk}>
            {askText('ask')}
            <Icon name="arrowUp" size={16} />
          </button>
        )}
      </div>
    </form>
  )
}
