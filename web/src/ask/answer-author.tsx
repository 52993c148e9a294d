import { askText } from '../messages/ask.ts'

/** Says how an answer came about. */
export function describeAuthor(writtenBy: string | null): string {
  return writtenBy === null ? askText('quoted') : askText('writtenBy', { model: writtenBy })
}

/** Nothing while it isn't known, or for a refusal. */
export function AnswerAuthor({
  writtenBy,
  className = '',
}: {
  writtenBy: string | null | undefined
  className?: string
}) {
  if (writtenBy === undefined) return null
  return <p className={`text-sm break-words text-quiet ${className}`}>{describeAuthor(writtenBy)}</p>
}

/** Says below the question box how answers will come about. */
export function AnswersAuthor({ writtenBy, className }: { writtenBy: string | null | undefined; className: string }) {
  if (writtenBy === undefined) return null
  return (
    <p className={`text-sm break-words text-quiet ${className}`}>
      {writtenBy === null ? askText('answersQuoted') : askText('answersWritten', { model: writtenBy })}
    </p>
  )
}
