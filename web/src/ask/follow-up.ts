const followUpOpeningPattern =
  /^(?:and|or|but|also|so|then|what about|how about|why|why not|which (?:one|ones)|und|was ist mit|et|y|e)\b/i
const backReferencePattern =
  /\b(?:it|its|they|them|their|theirs|he|him|his|she|her|hers|this|that|these|those|there|the same|one|ones)\b/i

/**
 * Returns a follow-up as a question that can be answered alone. "And at the weekend?" is sent together with the previous
 * question; a complete question is sent unchanged.
 */
export function toStandaloneQuestion(question: string, previous: string | undefined): string {
  const text = question.trim()
  if (previous === undefined || !dependsOnContext(text)) return text
  return `${previous.trim()} ${text}`.slice(0, 4000)
}

function dependsOnContext(text: string): boolean {
  const words = text.split(/\s+/).length
  return (
    followUpOpeningPattern.test(text) ||
    (words <= 8 && backReferencePattern.test(text)) ||
    (words <= 2 && !/^[A-Z]{2,}/.test(text))
  )
}
