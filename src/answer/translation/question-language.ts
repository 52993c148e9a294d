import { isFunctionWord } from '../../ingest/function-words.ts'
import { detectLanguage } from '../../ingest/language-detection.ts'
import { plainWords } from '../../ingest/plain-words.ts'
import { englishWords, spacedLanguages } from './dictionary.ts'
import { hasWord } from './translate-question.ts'

/** Longer texts have function words, which show their language. */
const maxKeywords = 8
const minWordLength = 3

/**
 * Returns the language of a question, also of keywords, in which no function word shows it: "umzug sonderurlaub". Their language
 * is the one whose dictionary has at least half of them, as words that English has not, where no word is English alone.
 */
export function languageOfQuestion(question: string): string {
  const detected = detectLanguage(question)
  const words = plainWords(question).filter((word) => /^\p{Script=Latin}+$/u.test(word))
  if (detected !== 'en' || words.length === 0 || words.length > maxKeywords) return detected
  // Most questions have one, and need no dictionary then.
  if (words.some(isEnglishFunctionWord)) return detected
  const [best] = spacedLanguages
    .map((language) => ({ language, share: foreignShare(words, language) }))
    .sort((a, b) => b.share - a.share)
  return best && best.share >= 0.5 ? best.language : detected
}

function isEnglishFunctionWord(word: string): boolean {
  return isFunctionWord(word, 'en') && !spacedLanguages.some((language) => isFunctionWord(word, language))
}

/** Returns the share of words that this language has and English has not; 0 if there are words that only English has. */
function foreignShare(words: readonly string[], language: string): number {
  const isEnglish = (word: string) => englishWords().has(word) || isFunctionWord(word, 'en')
  const isKnown = (word: string) => isFunctionWord(word, language) || hasWord(word, language)
  if (words.some((word) => isEnglish(word) && !isKnown(word))) return 0
  const long = words.filter((word) => word.length >= minWordLength)
  return long.filter((word) => !isEnglish(word) && isKnown(word)).length / Math.max(1, long.length)
}
