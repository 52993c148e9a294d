import { isListItem } from '../answer/list-marker.ts'
import { analyze } from '../ingest/analyze.ts'
import { countWords } from '../ingest/count-words.ts'
import { isLeadIn, isQuestion } from '../ingest/sentence-end.ts'
import { splitSentences } from '../ingest/sentences.ts'

/** Shorter ones mean little alone, longer ones are not sentences. */
const minSentenceWords = 5
const maxSentenceWords = 60
/** Sentences scored: a longer text has what matters on its first pages. */
const maxScoredSentences = 1500

/**
 * Returns the sentences that summarize a text, in the order of the text, up to a number of words.
 *
 * SumBasic (Nenkova and Vanderwende, 2005): a sentence scores the mean probability of its terms, and a term counts less
 * once a chosen sentence contains it. Two additions: longer sentences score a little higher, because a mean favours short
 * ones, and earlier ones too, because written text states its point first.
 */
export function salientSentences(
  text: string,
  { language, maxWords }: { language: string; maxWords: number },
): string[] {
  const known = new Set<string>()
  const sentences = splitSentences(text, language)
    .slice(0, maxScoredSentences)
    .map(({ text: sentence }, position) => ({
      text: sentence.replace(/\s+/g, ' ').trim(),
      position,
      words: countWords(sentence),
    }))
    .filter(({ text: sentence }) => !known.has(sentence) && known.add(sentence))
    .map((sentence) => ({ ...sentence, terms: [...new Set(analyze(sentence.text, language))] }))
  const fitting = sentences.filter(
    ({ words, terms, text: sentence }) =>
      words >= minSentenceWords &&
      words <= maxSentenceWords &&
      terms.length > 1 &&
      !isQuestion(sentence) &&
      !isLeadIn(sentence),
  )
  // Table rows and list items only count without prose.
  const prose = fitting.filter(
    ({ text: sentence }) => /[.!…。！．।]["'”’)\]]*$/.test(sentence) && !isListItem(sentence),
  )
  // A note of one short line is summarized by that line.
  const open = prose.length > 0 ? prose : (fitting.length > 0 ? fitting : sentences).slice(0, 1)
  const weights = new Map<string, number>()
  for (const { terms } of sentences)
    for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + 1 / sentences.length)
  const score = ({ terms, words, position }: (typeof open)[number]) => {
    let sum = 0
    for (const term of terms) sum += weights.get(term) ?? 0
    return (sum / terms.length) * Math.sqrt(Math.min(words, 30)) * (1 + 1 / (1 + position))
  }
  const chosen: typeof open = []
  let words = 0
  let rest = open
  while (rest.length > 0) {
    rest = rest.filter((sentence) => words + sentence.words <= maxWords)
    const best = rest.reduce<(typeof open)[number] | undefined>(
      (leader, sentence) => (leader && score(leader) >= score(sentence) ? leader : sentence),
      undefined,
    )
    if (!best) break
    chosen.push(best)
    words += best.words
    rest = rest.filter((sentence) => sentence !== best)
    for (const term of best.terms) weights.set(term, (weights.get(term) ?? 0) ** 2)
  }
  return chosen.sort((a, b) => a.position - b.position).map((sentence) => sentence.text)
}
