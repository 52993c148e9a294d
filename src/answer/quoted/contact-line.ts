import { questionLine } from '../question/question-line.ts'
import type { AnswerUnit } from './answer-units.ts'

const values = {
  email: /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u,
  phone: /(?<![\p{L}\p{N}@])\+?\d[\d ()/.-]{4,}\d(?![\p{L}\p{N}])/u,
  extension: /(?<=\bext(?:ension)?\.?:?\s)\d{1,5}\b/i,
}
const means = '(?<means>e-?mail(?: address)?|phone(?: number)?|telephone(?: number)?|mobile(?: number)?|extension)'
const opening = "(?:what(?:['’]s| is) )?(?:the )?"
const questions = [
  new RegExp(`^${opening}${means} (?:of|for) (?:the |our |an? )?(?<owner>.+)$`, 'i'),
  new RegExp(`^${opening}(?<owner>.+?)['’]s ${means}$`, 'i'),
]
const maxLength = 100
const maxOwnerWords = 4
const maxLineWords = 40

/** Returns the line with the address or number that the question asks for, of the one whom it names, with the value in bold. */
export function findContact(question: string, ranked: readonly AnswerUnit[]): AnswerUnit | undefined {
  const text = questionLine(question, maxLength)
  const { means = '', owner = '' } = questions.map((pattern) => pattern.exec(text)?.groups).find(Boolean) ?? {}
  const words = owner.split(' ').filter(Boolean)
  if (words.length === 0 || words.length > maxOwnerWords) return undefined
  const value = values[/mail/i.test(means) ? 'email' : /^ext/i.test(means) ? 'extension' : 'phone']
  for (const unit of ranked) {
    const found = value.exec(unit.text)
    if (found === null || unit.words > maxLineWords) continue
    const rest = unit.text.replace(found[0], ' ')
    if (words.every((word) => containsOwner(rest, word)))
      return { ...unit, shortAnswer: { start: found.index, end: found.index + found[0].length } }
  }
  return undefined
}

/** Tells whether the text contains the word; "IT" is no "it". */
function containsOwner(text: string, word: string): boolean {
  const isAcronym = /^\p{Lu}{2,}$/u.test(word)
  const found = isAcronym ? text.split(/[^\p{L}\p{N}]+/u) : text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return found.includes(isAcronym ? word : word.toLowerCase())
}
