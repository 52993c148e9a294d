import { type Ref, useState } from 'react'
import { askText } from '../messages/ask.ts'

const maxShownCharacters = 500
const maxShownLines = 8

/** Tells whether a question, such as a pasted mail, is so long that its answer would not be on the screen. */
export function isLongQuestion(question: string): boolean {
  return question.length > maxShownCharacters || question.split('\n').length > maxShownLines
}

/** The question of a turn. Of a long one only the beginning shows until the button is pressed. */
export function QuestionHeading({ question, ref }: { question: string; ref: Ref<HTMLHeadingElement> }) {
  const [isWhole, setIsWhole] = useState(false)
  const isLong = isLongQuestion(question)
  return (
    <>
      <h2
        ref={ref}
        tabIndex={-1}
        className={`text-xl leading-snug break-words whitespace-pre-line outline-none! ${isLong && !isWhole ? 'line-clamp-4' : ''}`}
        dir="auto"
      >
        {question}
      </h2>
      {isLong && (
        <button
          type="button"
          className="button button-quiet mt-1 -ml-2"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {askText('wholeQuestion')}
        </button>
      )}
    </>
  )
}
