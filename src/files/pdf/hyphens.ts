import { isSpaceless } from './characters.ts'

/** Words of a document, as they stand inside lines. */
export interface Vocabulary {
  has(word: string): boolean
}

const lineEnd = /[\p{L}\p{N}][-\u2010\u00ad]$/u
const lastWord = /(?<![\p{L}\p{N}'’]|[\p{L}\p{N}'’][-\u2010])[\p{L}\p{N}'’]+(?:[-\u2010][\p{L}\p{N}'’]+)*$/u
const firstWord = /^[\p{L}\p{N}'’]+(?:[-\u2010][\p{L}\p{N}'’]+)*/u

/** Collects the words inside lines: a word that a line break divides says nothing about its spelling. */
export function vocabularyOf(lines: Iterable<string>): Vocabulary {
  const words = new Set<string>()
  for (const line of lines) {
    for (const [word] of line
      .replace(/[-\u2010\u00ad]$/, '')
      .matchAll(/[\p{L}\p{N}'’]+(?:[-\u2010][\p{L}\p{N}'’]+)*/gu)) {
      words.add(word.toLowerCase().replaceAll('\u2010', '-'))
    }
  }
  return words
}

/** Joins two lines of a paragraph. A hyphen at the break goes, unless the word has it elsewhere too. */
export function joinLines(before: string, after: string, vocabulary: Vocabulary): string {
  if (before === '') return after
  if (!lineEnd.test(before)) return before + (needsNoSpace(before, after) ? '' : ' ') + after
  const stem = before.slice(0, -1)
  return isHyphenOfWord(before, stem, after, vocabulary) ? `${stem}-${after}` : stem + after
}

function isHyphenOfWord(before: string, stem: string, after: string, vocabulary: Vocabulary): boolean {
  if (before.endsWith('\u00ad')) return false
  const start = (lastWord.exec(stem)?.[0] ?? '').toLowerCase()
  const rest = (firstWord.exec(after)?.[0] ?? '').toLowerCase()
  const capitals = /\p{Lu}\p{Lu}$/u.test(stem) && /^\p{Lu}\p{Lu}/u.test(after)
  if (!capitals && !/^\p{Ll}/u.test(after)) return true
  if (vocabulary.has(start + rest)) return false
  if (vocabulary.has(`${start}-${rest}`)) return true
  return start.includes('-') || /\p{N}$/u.test(start)
}

function needsNoSpace(before: string, after: string): boolean {
  return isSpaceless(before.slice(-1)) && isSpaceless(after.slice(0, 1))
}
