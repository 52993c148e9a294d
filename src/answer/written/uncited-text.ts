import { analyze } from '../../ingest/analyze.ts'
import { isFunctionWord } from '../../ingest/function-words.ts'
import { plainWords } from '../../ingest/plain-words.ts'
import { endsSentence } from '../../ingest/sentence-end.ts'
import { stripStepLabel } from '../list-marker.ts'
import { bareText } from './absence-statements.ts'
import { isFormLabel } from './asides.ts'
import { createReferenceCheck } from './reference-list.ts'

// Text of a model that cites nothing and can still stand in an answer: it introduces a statement, or says what the notes
// don't.

const answerWord =
  /^(?:(?:short|quick) answer: ?)?(?:(?:well|generally|usually|in general|in short|in principle),? )?(?:yes|no|partly|partially|it depends|not (?:quite|exactly|always|necessarily|yet)|ja|nein|nee|oui|non|sí|si|sim|não|sì|да|нет|evet|hayır|نعم|لا|हाँ|नहीं|是的?|不是?|否|はい|いいえ|네|예|아니요|ใช่|ไม่|có|không)(?:,? (?:it does|it is|you can|you do|they do|they can|it does not|it is not|you cannot|you can't|you don't|it doesn't|it isn't))?$/iu

/** Tells whether a sentence is only a word such as "Yes.", which the next sentence explains. */
export function isAnswerWord(text: string): boolean {
  return answerWord.test(bareText(text))
}

/** Tells whether the whole text is bold: a label above a paragraph. */
export function isLabel(text: string): boolean {
  return /^\*\*[^*]+\*\*:?$/.test(text.trim()) && !endsSentence(text)
}

const maxItemLabelWords = 4

/** Tells whether a list item only names what it is about, so that its subitems or sentences say something. */
export function isItemLabel(text: string): boolean {
  return isLabel(text) || (text.split(/\s+/).length <= maxItemLabelWords && !/\p{Nd}|[.!?。！？]$/u.test(text))
}

export interface UncitedTextCheck {
  /** Decides about headings, labels and lead-ins. */
  canIntroduce(text: string): boolean
  /** Decides about statements that the notes don't say something. */
  canStayUncited(text: string): boolean
  /** Tells whether the words only name a part of an answer: "Steps", "Here is what you need". */
  isFormOnly(text: string): boolean
  /** Tells whether the words repeat the question. */
  isAskedQuestion(text: string): boolean
  /** Tells whether the words only name sources; `isListed`: they stand in a list of sources. */
  isReference(text: string, isListed: boolean): boolean
}

/**
 * Creates the check of text that needs no citation: its figures and addresses, and the names in running text, occur in the
 * question or the passages, and so do at least half of its other words.
 */
export function createUncitedTextCheck({
  question,
  texts,
  titles = [],
  language,
}: {
  question: string
  texts: readonly string[]
  /** The titles of the passages, each with its path and headings. */
  titles?: readonly string[]
  language: string
}): UncitedTextCheck {
  const known = [question, ...texts].join('\n').normalize('NFKC')
  const knownFigures = new Set(figuresOf(known))
  const wordsOf = (text: string) => plainWords(text).join(' ')
  const formTerms = new Set(analyze(formWords, 'en'))
  let knownTerms: ReadonlySet<string> | undefined
  const isKnownTerm = (term: string) => {
    knownTerms ??= new Set([...analyze(known, language), ...formTerms])
    return knownTerms.has(term)
  }

  return {
    canIntroduce: (text) => isFormLabel(text) || (hasKnownLiterals(stripStepLabel(text)) && knownShare(text) >= 0.5),
    canStayUncited: (text) => hasKnownLiterals(text) && hasKnownNames(text) && knownShare(text) >= 0.5,
    isFormOnly: (text) => isFormLabel(text) || analyze(text, 'en').every((term) => formTerms.has(term)),
    isAskedQuestion: (text) =>
      wordsOf(text.replace(/^\**(?:question|frage|pregunta|pergunta|domanda|vraag)\**:/i, '')) === wordsOf(question),
    isReference: createReferenceCheck(titles, language),
  }

  function hasKnownLiterals(text: string): boolean {
    const addresses = text.match(/(?<!\S)\S+(?:@|:\/\/|www\.)\S+|www\.\S+/gi) ?? []
    return (
      figuresOf(text.normalize('NFKC')).every((figure) => knownFigures.has(figure)) &&
      addresses.every((address) => known.includes(address.replace(/(?<![.,;:!?)])[.,;:!?)]+$/, '')))
    )
  }

  function hasKnownNames(text: string): boolean {
    // German capitalizes every noun.
    if (language === 'de') return true
    const names = [...bareText(text).matchAll(/(?<=[^.!?:]\s)\p{Lu}[\p{L}\p{M}'’-]+/gu)].map(([name]) => name)
    const lowerCased = known.toLowerCase()
    return names.every((name) => lowerCased.includes(name.toLowerCase()))
  }

  function knownShare(text: string): number {
    // "Other"
    if (plainWords(text).every((word) => isFunctionWord(word, language))) return 1
    const terms = new Set(analyze(text, language))
    const count = [...terms].filter(isKnownTerm).length
    return terms.size === 0 ? 1 : count / terms.size
  }
}

/** Words that give an answer its form and say nothing about its subject. */
const formWords = `answer below case comparison condition contain cover describe detail difference document example
  exception explain find following general give handbook here how include information item key main mention name need note
  notes option overview page passage point policy prerequisite process question reason requirement result rule say section
  short source specify state step summary tell thing topic two three four five six use what when where which who why`

/** Returns the digits of each number. */
export function figuresOf(text: string): string[] {
  return (text.match(/\d+(?:[.,' ’]\d+)*/g) ?? []).map((figure) => figure.replace(/\D/g, ''))
}
