import { isFunctionWord } from '../ingest/function-words.ts'
import { containsPhrase } from './contains-name.ts'

/**
 * Tells whether the sentence begins like another one, and the question contains the word that they differ in: "Tips at the desk
 * go into the box" beside "Tips at the bar are yours", where it asks for the desk.
 */
export function isNamedParallel(question: string, sentence: string, others: readonly string[]): boolean {
  const words = openingWords(sentence)
  return others.some((other) => {
    const otherWords = openingWords(other)
    const start = words.findIndex((word, index) => word !== otherWords[index])
    if (start < 1) return false
    const [own, its] = [words, otherWords].map((all) => all.slice(start).find((word) => !isFunctionWord(word, 'en')))
    return (
      own !== undefined &&
      its !== undefined &&
      own !== its &&
      containsPhrase(question, own) &&
      !containsPhrase(question, its)
    )
  })
}

const maxOpeningWords = 5

function openingWords(sentence: string): string[] {
  return (sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, maxOpeningWords)
}
