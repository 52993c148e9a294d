import { countWords } from './count-words.ts'
import { functionWords } from './function-words.ts'

const maxLabelLength = 60
const maxLabelWords = 5

/** Tells whether words in bold at the start of a line can be the name of what follows: "Notice", "Working hours". */
export function isLabel(text: string): boolean {
  if (text.length > maxLabelLength || !/^[\p{Lu}\p{N}].*[\p{L}\p{N})]$/u.test(text)) return false
  const lastWord = /[\p{L}\p{M}]+$/u.exec(text)?.[0].toLowerCase()
  const isWithinSentence = lastWord !== undefined && [...functionWords.values()].some((words) => words.has(lastWord))
  return !isWithinSentence && countWords(text) <= maxLabelWords
}

/** Returns the text of a cell with a colon after each line in bold that names the lines below it. */
export function labelCellLines(text: string, boldLines: readonly boolean[]): string {
  const lines = text.split('\n')
  let isAbovePlain = false
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index] as string
    if (line.trim() === '') continue
    const isBold = boldLines[index] === true
    if (isBold && isAbovePlain && isLabel(line.trim())) lines[index] = `${line.trimEnd()}:`
    isAbovePlain = !isBold
  }
  return lines.join('\n')
}
