/** Longer answers count as no answer. */
const maxAnswerWords = 60

/** Returns whether the answer is short and contains a gold answer verbatim after normalization. */
export function isAnswerHit(answer: string, golds: readonly string[]): boolean {
  const plainAnswer = withoutCitations(answer)
  const words = [...new Intl.Segmenter('en', { granularity: 'word' }).segment(plainAnswer)].filter(
    (segment) => segment.isWordLike,
  )
  if (words.length > maxAnswerWords) return false
  const text = normalizeAnswer(plainAnswer)
  return golds.some((gold) => {
    const expected = normalizeAnswer(gold)
    if (expected === '') return false
    // Scripts without spaces have no word boundaries to check.
    return unspacedScriptPattern.test(expected) ? text.includes(expected) : ` ${text} `.includes(` ${expected} `)
  })
}

/** Normalizes like the SQuAD evaluation: lower case, no punctuation, no English articles, single spaces. */
export function normalizeAnswer(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, '')
    .replace(/\b(a|an|the)\b/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ')
}

const unspacedScriptPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

function withoutCitations(answer: string): string {
  return answer.replace(/(?<!\s)\s*\[\d+\]/g, '')
}
