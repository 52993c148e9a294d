import type { Caller } from '../../access/caller.ts'
import { prefixTerm, type QuestionWord, questionTerms, questionWords } from '../../ingest/analyze.ts'
import { functionWords } from '../../ingest/function-words.ts'
import { detectLanguage } from '../../ingest/language-detection.ts'
import { isStem } from '../../ingest/prefix-mark.ts'
import type { Correction } from './corrected-question.ts'
import { distancesToPrefixes } from './edit-distance.ts'
import type { LexicalSearcher } from './lexical-searcher.ts'

export interface QuestionExpansion {
  /** The question's terms; a misspelt one is replaced by the nearest that occurs in a passage the caller can see. */
  terms: string[]
  /** Terms to search for as well: other near terms, and words that were written apart or together. */
  extraTerms: string[]
  /** Factors of the weights of terms that were not typed so. */
  factors: Map<string, number>
  /** Misspelt words that hardly stand for another term. */
  corrections: Correction[]
}

/** Tuned for nDCG@10 on questions with and without misspellings; see docs/quality.md. */
const correctionFactor = 0.8
const joinedFactor = 0.5
/** A question is embedded with the corrections that are at least this certain. */
const minConfidence = 0.8

/** Bounds the work for a long question. */
const maxWords = 64
const maxMisspellings = 4

type Vocabulary = Pick<LexicalSearcher, 'findKnownTerms' | 'findNearTerms' | 'search'>

/**
 * Adds known terms for words that occur in no passage the caller can see: the nearest by spelling ("onbaording"), the
 * parts of "3am", the whole of "on boarding". Terms of hidden passages have no influence.
 */
export async function expandQuestion(
  vocabulary: Vocabulary,
  caller: Caller,
  question: string,
  /** Tells whether a word is spelt right although no passage contains it. */
  isKnownWord: (word: string) => boolean = () => false,
): Promise<QuestionExpansion> {
  const language = detectLanguage(question)
  const words = questionWords(question, language).slice(0, maxWords)
  const joined = joinNeighbours(words, language)
  const known = await vocabulary.findKnownTerms(caller, [
    ...words.flatMap(({ terms }) => terms),
    ...joined.map(({ stem }) => stem),
  ])
  const occurs = ({ terms }: QuestionWord) => terms.some((term) => isStem(term) && known.has(term))
  const unknown = words.filter((word) => word.terms.length > 0 && !occurs(word))
  const expansion = createExpansion(questionTerms(question))

  // FY'23 where the passages have FY23, or 18-month where they have 18 months.
  for (const { terms } of words.filter(occurs))
    for (const term of terms) if (!known.has(term)) expansion.substitute(term, [])
  // Two words that occur are found without: their joined form is rare, such as a name, and would outweigh them.
  for (const { stem, pair } of joined) if (known.has(stem) && !pair.every(occurs)) expansion.add(stem, joinedFactor)
  for (const { word, parts } of await findParts(vocabulary, caller, unknown, language))
    for (const [index, term] of word.terms.entries()) expansion.substitute(term, index === 0 ? parts : [], joinedFactor)

  const [misspelt, functional] = partition(
    unknown.filter((word) => isCorrectable(word) && !isKnownWord(word.text.toLowerCase())),
    ({ text }) => resemblesFunctionWord(text.toLowerCase(), language),
  )
  for (const { terms } of functional) for (const term of terms) expansion.substitute(term, [])
  const corrections: Correction[] = []
  for (const { word, near } of await findNear(vocabulary, caller, misspelt)) {
    const [stem = '', prefix = ''] = word.terms
    const [best] = near
    if (!best) continue
    expansion.substitute(stem, [best.term], correctionFactor * best.confidence)
    if (!known.has(prefix)) expansion.substitute(prefix, [prefixTerm(best.term)], correctionFactor * best.confidence)
    for (const { term, confidence } of near)
      for (const added of [term, prefixTerm(term)]) expansion.add(added, correctionFactor * confidence)
    if (best.confidence >= minConfidence) corrections.push(await withExamples(vocabulary, caller, word.text, best.term))
  }
  return { ...expansion.result(), corrections }
}

function createExpansion(typed: readonly string[]) {
  const isTyped = new Set(typed)
  const substitutes = new Map<string, readonly string[]>()
  const factors = new Map<string, number>()
  const extraTerms = new Set<string>()
  const weigh = (term: string, factor: number) => {
    if (!isTyped.has(term)) factors.set(term, Math.max(factor, factors.get(term) ?? 0))
  }
  return {
    /** Searches for other terms instead of a typed one. */
    substitute(term: string, others: readonly string[], factor = 1) {
      substitutes.set(term, others)
      for (const other of others) weigh(other, factor)
    },
    /** Searches for a term as well. */
    add(term: string, factor: number) {
      extraTerms.add(term)
      weigh(term, factor)
    },
    result() {
      const terms = typed.flatMap((term) => substitutes.get(term) ?? [term])
      return { terms, extraTerms: [...extraTerms].filter((term) => !terms.includes(term)), factors }
    },
  }
}

/** Words with digits are codes; short ones have too many neighbours. */
function isCorrectable({ text, terms }: QuestionWord): boolean {
  return terms.length === 2 && /^\p{L}[\p{L}\p{M}]{3,29}$/u.test(text)
}

async function findNear(vocabulary: Vocabulary, caller: Caller, words: readonly QuestionWord[]) {
  const misspelt = words.slice(0, maxMisspellings)
  if (misspelt.length === 0) return []
  const near = await vocabulary.findNearTerms(
    caller,
    misspelt.map(({ text, terms }) => ({ word: text.toLowerCase(), stem: terms[0] ?? '' })),
  )
  return misspelt.map((word, index) => ({ word, near: near[index] ?? [] }))
}

/** Passages in which the spelling of a stem is looked up. */
const exampleCount = 3

async function withExamples(vocabulary: Vocabulary, caller: Caller, word: string, stem: string): Promise<Correction> {
  const { hits } = await vocabulary.search(caller, {
    ...{ terms: [stem], documentKeys: undefined, depth: exampleCount, visibleShare: async () => undefined },
  })
  return { word, stem, examples: hits }
}

/** Returns the words that consist of a number and a unit, such as "3am" or "18months", if all terms of both occur. */
async function findParts(vocabulary: Vocabulary, caller: Caller, words: readonly QuestionWord[], language: string) {
  const split = words.flatMap((word) => {
    const [, number, unit] = /^(\p{Nd}+)(\p{L}[\p{L}\p{M}]*)$/u.exec(word.text) ?? []
    if (!number || !unit) return []
    return { word, parts: questionWords(`${number} ${unit}`, language).flatMap(({ terms }) => terms) }
  })
  if (split.length === 0) return []
  const parts = split.flatMap(({ parts }) => parts)
  const known = await vocabulary.findKnownTerms(caller, parts)
  return split.filter(({ parts }) => parts.every((part) => known.has(part)))
}

function resemblesFunctionWord(word: string, language: string): boolean {
  for (const other of functionWords.get(language) ?? []) {
    if (other.length < 4 || Math.abs(other.length - word.length) > 1) continue
    if ((distancesToPrefixes(other, word, 1)?.[word.length] ?? 2) <= 1) return true
  }
  return false
}

/** Returns the stem of each pair of neighbours written together: "all hands" → "allhand". */
function joinNeighbours(words: readonly QuestionWord[], language: string): { stem: string; pair: QuestionWord[] }[] {
  return words.slice(1).flatMap((second, index) => {
    const pair = [words[index] as QuestionWord, second]
    const text = pair.map((word) => word.text).join('')
    if (pair.every(({ terms }) => terms.length === 0) || !/^[\p{L}\p{M}\p{Nd}]{3,24}$/u.test(text)) return []
    const [stem] = questionWords(text, language)[0]?.terms ?? []
    return stem === undefined ? [] : [{ stem, pair }]
  })
}

function partition<T>(items: readonly T[], isSecond: (item: T) => boolean): [T[], T[]] {
  return [items.filter((item) => !isSecond(item)), items.filter(isSecond)]
}
