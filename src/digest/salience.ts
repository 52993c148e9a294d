import { analyze } from '../ingest/analyze.ts'
import { countWords } from '../ingest/count-words.ts'
import { splitSentences } from '../ingest/sentences.ts'

/** Shorter ones say nothing alone, longer ones are no sentences. */
const minSentenceWords = 5
const maxSentenceWords = 60
/** How many sentences are weighed: what matters in a longer text stands on its first pages. */
const maxScoredSentences = 1500

/**
 * The sentences that say most of what a text is about, in the order of the text, within a number of words.
 *
 * SumBasic (Nenkova and Vanderwende, 2005): a sentence is worth the mean probability of its terms, and a term that was
 * told is worth less the next time. Here longer sentences are favoured a little, since a mean favours short ones, and
 * earlier ones as far as `leading` says: people put first what matters when they write, not when they talk.
 */
export function salientSentences(
  text: string,
  { language, mostWords, leading = 1 }: { language: string; mostWords: number; leading?: number },
): string[] {
  const seen = new Set<string>()
  const weighed = splitSentences(text, language)
    .slice(0, maxScoredSentences)
    .map(({ text: sentence }, place) => ({
      text: sentence.replace(/\s+/g, ' ').trim(),
      place,
      words: countWords(sentence),
    }))
    .filter(({ text: sentence }) => !seen.has(sentence) && seen.add(sentence))
    .map((sentence) => ({ ...sentence, terms: [...new Set(analyze(sentence.text, language))] }))
  const fitting = weighed.filter(
    ({ words, terms, text: sentence }) =>
      words >= minSentenceWords &&
      words <= maxSentenceWords &&
      terms.length > 1 &&
      !/[?？:：]$/.test(sentence),
  )
  // Rows of tables and lists are told only where there is no prose.
  const prose = fitting.filter(
    ({ text: sentence }) =>
      /[.!…。！．।]["'”’)\]]*$/.test(sentence) && !/^(?:[-*•]|\d{1,3}[.)]) /.test(sentence),
  )
  // A note of one short line is told by that line.
  const open = prose.length > 0 ? prose : (fitting.length > 0 ? fitting : weighed).slice(0, 1)
  const weights = new Map<string, number>()
  for (const { terms } of weighed)
    for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + 1 / weighed.length)
  const worth = ({ terms, words, place }: (typeof open)[number]) => {
    let sum = 0
    for (const term of terms) sum += weights.get(term) ?? 0
    return (sum / terms.length) * Math.sqrt(Math.min(words, 30)) * (1 + leading / (1 + place))
  }
  const chosen: typeof open = []
  let words = 0
  let rest = open
  while (rest.length > 0) {
    rest = rest.filter((sentence) => words + sentence.words <= mostWords)
    const best = rest.reduce<(typeof open)[number] | undefined>(
      (leader, sentence) => (leader && worth(leader) >= worth(sentence) ? leader : sentence),
      undefined,
    )
    if (!best) break
    chosen.push(best)
    words += best.words
    rest = rest.filter((sentence) => sentence !== best)
    for (const term of best.terms) weights.set(term, (weights.get(term) ?? 0) ** 2)
  }
  return chosen.sort((one, other) => one.place - other.place).map((sentence) => sentence.text)
}
