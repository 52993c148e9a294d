import { readFileSync } from 'node:fs'
import { shippedTokenizerPath } from './model-files.ts'

let words: ReadonlySet<string> | undefined

/**
 * Tells whether a word in lower case is a common English word: one that the vocabulary of the local models has as a whole.
 * The first call blocks for about 20 ms.
 */
export function isEnglishWord(word: string): boolean {
  words ??= readWords()
  return words.has(word)
}

/** Returns no words if the file is missing: search then treats every unknown word as misspelt. */
function readWords(): ReadonlySet<string> {
  try {
    const { model } = JSON.parse(readFileSync(shippedTokenizerPath, 'utf8')) as {
      model: { vocab: Record<string, number> }
    }
    return new Set(Object.keys(model.vocab).filter((piece) => /^\p{L}+$/u.test(piece)))
  } catch {
    return new Set()
  }
}
