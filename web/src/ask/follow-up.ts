const followUpOpeningPattern =
  /^(?:and|or|but|also|so|then|what about|how about|why|why not|which (?:one|ones)|und|was ist mit|et|y|e)\b/i
const backReferencePattern =
  /\b(?:it|its|they|them|their|theirs|he|him|his|she|her|hers|this|that|these|those|there|the same|one|ones)\b/i

/**
 * A follow-up as a question of its own. "And at the weekend?" says nothing without what came before: then the earlier
 * question is asked along with it. A whole question is left alone, so that nothing of the old one colours it.
 */
export function toStandaloneQuestion(question: string, before: string | undefined): string {
  const text = question.trim()
  if (before === undefined || !dependsOnContext(text)) return text
  return `${before.trim()} ${text}`.slice(0, 4000)
}

function dependsOnContext(text: string): boolean {
  const words = text.split(/\s+/).length
  return (
    followUpOpeningPattern.test(text) ||
    (words <= 8 && backReferencePattern.test(text)) ||
    (words <= 2 && !/^[A-Z]{2,}/.test(text))
  )
}
