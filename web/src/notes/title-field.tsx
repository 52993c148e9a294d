import type { Ref } from 'react'
import { maxTitleLength } from '../../../src/contract/text-limits.ts'
import { FieldErrorText } from '../components/field.tsx'
import { isComposing } from '../components/is-composing.ts'
import { exceededLimit } from '../components/text-limit.ts'
import { noteEditingText as text } from '../messages/note-editing.ts'

/** The title of a note in its editor. It grows with its lines; Enter leads to the text. */
export function TitleField({
  value,
  onChange,
  onLeave,
  ref,
}: {
  value: string
  onChange: (title: string) => void
  onLeave: () => void
  ref?: Ref<HTMLTextAreaElement>
}) {
  const limit = exceededLimit(value, maxTitleLength)
  const shape = 'w-full text-[1.75rem] leading-tight font-semibold tracking-tight break-words [grid-area:1/1]'
  return (
    <>
      <label htmlFor="note-title" className="sr-only">
        {text('title')}
      </label>
      {/* The copy of the title in the same cell gives the field its height. */}
      <div className="mb-4 grid grid-cols-1">
        <p aria-hidden="true" className={`${shape} invisible whitespace-pre-wrap`}>
          {value || text('untitled')}{' '}
        </p>
        <textarea
          ref={ref}
          id="note-title"
          rows={1}
          className={`${shape} resize-none overflow-hidden rounded-md bg-transparent`}
          placeholder={text('untitled')}
          aria-invalid={limit && true}
          aria-describedby={limit && 'note-title-error'}
          value={value}
          onChange={(event) => onChange(event.target.value.replace(/[\r\n]+/g, ' '))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
            event.preventDefault()
            onLeave()
          }}
        />
        <FieldErrorText id="note-title-error" error={limit?.message} count={limit?.count} />
      </div>
    </>
  )
}
