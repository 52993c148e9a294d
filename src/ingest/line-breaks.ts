import { functionWords } from './function-words.ts'

/** Mail and text editors wrap at 65 columns or later: a word that would have ended before was put into its line on purpose. */
const leastWidth = 64

/** Tells whether the line was begun on purpose, not because the one before was full: its first word would have fitted there. */
export function isOwnLine(previous: string, line: string, width = 0): boolean {
  const firstWord = /^["'“‘(*_[]*[\p{Lu}\d]\S*/u.exec(line)?.[0]
  if (firstWord === undefined || goesOn.test(previous)) return false
  const lastWord = /[\p{L}'’]+\s*$/u.exec(previous)?.[0].trim()
  if (lastWord !== undefined && wordsInside.has(lastWord)) return false
  return previous.trimEnd().length + 1 + firstWord.length <= Math.max(leastWidth, width)
}

const goesOn = /(?:[,(]|\s[–-])\s*$/
/** Words with which no line ends, in lower case. */
const wordsInside = new Set(['en', 'de', 'fr', 'es'].flatMap((language) => [...functionWords.get(language)!]))

/** Returns the lines of a paragraph joined: by `lineBreak` where lines were meant as lines, all of them, else as running text. */
export function joinLines(lines: readonly string[], lineBreak: string): string {
  const starts = lines.slice(1).map((line, index) => {
    const previous = lines[index]!
    return { line, isOwn: isOwnLine(previous, line), endsSentence: /[.!?:;。！？：]["”’)\]*_]*\s*$/.test(previous) }
  })
  const areMeant = starts.every(({ isOwn, endsSentence }) => isOwn || endsSentence)
  return starts.reduce(
    (text, { line, endsSentence }) => `${text}${areMeant && !endsSentence ? lineBreak : '\n'}${line}`,
    lines[0] ?? '',
  )
}
