import { isFunctionWord } from '../ingest/function-words.ts'
import { detectLanguage } from '../ingest/language-detection.ts'
import { isEnglishWord } from '../models/english-words.ts'

/** Words that ask for nothing: greetings, thanks, yes and no, trying things out. */
const pleasantries = new Set(
  `hi hello hey hiya howdy yo greetings welcome morning afternoon evening night good bye goodbye cheers thanks thank thx
  please sorry ok okay yes yep yeah no nope cool nice great lot much there test tests testing tester foo blah hmm lorem ipsum
  hallo servus moin guten gute morgen tag abend nacht grüß gott danke vielen dank bitte ja nein tschüss
  bonjour bonsoir salut merci beaucoup oui non coucou hola buenos buenas días dias tardes noches gracias sí adiós prueba
  ciao buongiorno buonasera grazie prego prova olá ola obrigado obrigada bom dia hoi dag dank bedankt hej tak tack cześć
  dziękuję merhaba teşekkürler привет здравствуйте спасибо тест да нет`.split(/\s+/),
)

/** A greeting that is a word of other questions, too, counts only beside another word of the list. */
const ambiguousAlone = new Set([
  'morning',
  'afternoon',
  'evening',
  'night',
  'welcome',
  'please',
  'lot',
  'much',
  'there',
  'tag',
  'morgen',
])

const keyRows = ['qwertyuiop', 'qwertzuiopü', 'azertyuiop', 'asdfghjkl', 'asdfghjklöä', 'zxcvbnm', 'yxcvbnm']
const firstVowellessRow = 3

/**
 * Tells whether a question is none: it has no word, or only words that ask for nothing (greetings, tests), function words
 * and keyboard mashing. Nobody could write a note that answers it. In doubt it is a question: one other word is enough.
 */
export function isNoise(question: string): boolean {
  const words =
    question
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (!/\p{L}/u.test(question)) return true
  const letters = words.filter((word) => /\p{L}/u.test(word))
  const text = letters.join('')
  // One letter says nothing, unless it is of a script that writes words with it, or part of an identifier.
  if (text.length < 2) return /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text) && words.length === 1
  const language = detectLanguage(question)
  const empty = letters.filter((word) => pleasantries.has(word) || isMashing(word))
  if (empty.length === 0 || (letters.length === 1 && ambiguousAlone.has(letters[0] as string))) return false
  return letters.every((word) => empty.includes(word) || isFunctionWord(word, language))
}

/** Tells whether a word is typed without looking: no vowels, neighbouring keys one after the other, or repetition. */
function isMashing(word: string): boolean {
  if (word.length < 4 || !/^\p{Script=Latin}+$/u.test(word) || isEnglishWord(word)) return false
  if (word.length >= 6 && !/[aeiouyäöüáéíóúàèìòùâêîôûåæøœ]/u.test(word)) return true
  if (/^(.{1,3})\1{2,}$/u.test(word)) return true
  return keyRows.some((row, index) => isKeyWalk(word, row, index >= firstVowellessRow))
}

/** The upper row has words of its own ("werte"), so there only neighbours count; elsewhere a key can be skipped. */
function isKeyWalk(word: string, row: string, hasFewVowels: boolean): boolean {
  const keys = [...word].map((letter) => row.indexOf(letter))
  if (keys.includes(-1) || word.length < (hasFewVowels ? 4 : 5)) return false
  const maxStep = hasFewVowels && word.length >= 5 ? 2 : 1
  return keys.slice(1).every((key, index) => {
    const step = Math.abs(key - (keys[index] as number))
    return step > 0 && step <= maxStep
  })
}
