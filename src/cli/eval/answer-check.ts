/** More words than this are not an answer any more but a page to read. */
const maxAnswerWords = 60

/** Whether one of the gold answers stands inside the answer, word for word after normalization, and it is short. */
export function isAnswerHit(answer: string, golds: readonly string[]): boolean {
  const said = withoutCitations(answer)
  const words = [...new Intl.Segmenter('en', { granularity: 'word' }).segment(said)].filter(
    (segment) => segment.isWordLike,
  )
  if (words.length > maxAnswerWords) return false
  const text = normalizeAnswer(said)
  return golds.some((gold) => {
    const wanted = normalizeAnswer(gold)
    if (wanted === '') return false
    // Where words are not told apart by spaces, neither can their ends be.
    return unspacedScriptPattern.test(wanted) ? text.includes(wanted) : ` ${text} `.includes(` ${wanted} `)
  })
}

/** As the evaluation of SQuAD does it: lower case, no punctuation, no English articles, single spaces. */
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
  return answer.replace(/\s*\[\d+\]/g, '')
}
