const maxSearchedLength = 4000

/**
 * Returns the part of a question that is searched for: all of it, or the beginning and the end of a long one. Clients append
 * documents to questions, and the question itself is before or after them.
 */
export function searchedPart(question: string): string {
  if (question.length <= maxSearchedLength) return question
  const half = maxSearchedLength / 2
  const beginning = question.slice(0, half).replace(/\s\S*$/, '')
  const end = question.slice(-half).replace(/^\S*\s/, '')
  return `${beginning}\n${end}`.toWellFormed()
}
