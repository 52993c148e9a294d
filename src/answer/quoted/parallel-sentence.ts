import { isFunctionWord } from '../../ingest/function-words.ts'
import { plainWords } from '../../ingest/plain-words.ts'
import { containsPhrase } from '../question/contains-name.ts'

/**
 * Tells whether the sentence begins like another one, and the question contains the word that they differ in: "Tips at the counter
 * go into the box" beside "Tips at the bar are yours", where it asks for the counter.
 */
export function isNamedParallel(question: string, sentence: string, others: readonly string[]): boolean {
  const words = openingWords(sentence)
  return others.some((other) => {
    const otherWords = openingWords(other)
    const start = words.findIndex((word, index) => word !== otherWords[index])
    if (!isDistinctive(words.slice(0, Math.max(start, 0)))) return false
    const [own, its] = [words[start], otherWords[start]]
    const areNames = [own, its].every((word) => word !== undefined && !isFunctionWord(word, 'en'))
    return areNames && containsPhrase(question, own!) && !containsPhrase(question, its!)
  })
}

/** Tells whether sentences that begin alike say the same of different things: not with "The" alone. */
function isDistinctive(opening: readonly string[]): boolean {
  return opening.some((word) => prepositions.has(word) || !isFunctionWord(word, 'en'))
}

const prepositions = new Set('at by for from in on to with'.split(' '))
const maxOpeningWords = 5

function openingWords(sentence: string): string[] {
  return plainWords(sentence).slice(0, maxOpeningWords)
}
