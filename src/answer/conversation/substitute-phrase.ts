import { monthNames } from '../../ingest/calendar-words.ts'
import { isFunctionWord } from '../../ingest/function-words.ts'
import { detectLanguage } from '../../ingest/language-detection.ts'
import { withoutEndMark } from '../../ingest/sentence-end.ts'

/**
 * Returns the previous question with the phrase that the fragment stands in for replaced: "in Leipzig" takes the place of
 * "in Kobe". A slot that an earlier follow-up already filled is used where words alone don't tell. A phrase with a
 * preposition that takes no other's place is added (`isAdded`): "on a hotel in Japan". Undefined where nothing fits.
 */
export function substitute(
  previous: string,
  fragment: string,
  beforePrevious?: string,
): { question: string; isAdded: boolean } | undefined {
  const words = tokenize(previous)
  const replacement = tokenize(fragment)
  if (words.length === 0 || replacement.length === 0) return undefined
  const span =
    likeliestSpan(words, replacement) ??
    nameSpan(words, replacement) ??
    (beforePrevious === undefined ? undefined : filledSlot(tokenize(beforePrevious), words, replacement))
  const { result, isAdded } = span
    ? { result: replaceSpan(words, span), isAdded: false }
    : withAdjuncts(words, replacement)
  return result && { question: `${result.join(' ')}?`, isAdded }
}

function replaceSpan(words: readonly string[], { start, end, words: own }: Span): string[] {
  return [...words.slice(0, start), ...own, ...words.slice(end)]
}

/** Adds phrases with prepositions to a question, each in the place of one of the same kind; no result for other fragments. */
function withAdjuncts(
  words: readonly string[],
  fragment: readonly string[],
): { result?: readonly string[]; isAdded: boolean } {
  const phrases = adjunctsOf(fragment)
  // The topic in parentheses is no sentence that a phrase could follow, and German ends with its verb.
  if (phrases[0]?.start !== 0 || words.at(-1)!.endsWith(')') || isGerman(words)) return { isAdded: false }
  let result = words
  let isAdded = false
  for (const phrase of phrases) {
    const replaced = adjunctsOf(result).findLast((other) => areAlike(other, phrase))
    isAdded ||= replaced === undefined
    result = replaceSpan(result, { start: result.length, end: result.length, ...replaced, words: phrase.words })
  }
  return { result, isAdded }
}

/** Returns the phrases that begin with a preposition, each up to the next one or a word that no noun phrase has. */
function adjunctsOf(words: readonly string[]): Span[] {
  return words.flatMap((word, start) => {
    if (kindOf(word, 1) !== 'preposition' || start === words.length - 1) return []
    const rest = words.slice(start + 1)
    const length = rest.findIndex((next) => ['preposition', 'function'].includes(kindOf(next, 1)))
    const end = length < 0 ? words.length : start + 1 + length
    return end === start + 1 ? [] : [{ start, end, words: words.slice(start, end) }]
  })
}

/** Tells whether one phrase can take the place of the other: both tell a time, or they have a preposition and a kind in common. */
function areAlike(one: Span, other: Span): boolean {
  if (tellsTime(one.words) !== tellsTime(other.words)) return false
  if (tellsTime(one.words)) return true
  return sameWord(one.words[0], other.words[0]) && kindOf(one.words.at(-1)!, 1) === kindOf(other.words.at(-1)!, 1)
}

function tellsTime(words: readonly string[]): boolean {
  return words.some((word) => timeWord.test(word))
}

const timeWord = new RegExp(
  String.raw`^(?:\p{L}*(?:day|night|morning|evening|afternoon|week|weekend|month|quarter|year|hour|minute|spring|summer|autumn|winter|christmas|easter)s?|${monthNames.join('|')}|noon|20\d\d|\d{1,2}[:.]\d\d)$`,
  'iu',
)

interface Span {
  start: number
  end: number
  /** What takes its place. */
  words: readonly string[]
}

/** Mean likeness from which a phrase counts as the counterpart. */
const minLikeness = 0.45

/** German capitalizes every noun. */
function isGerman(words: readonly string[]): boolean {
  return detectLanguage(words.join(' ')) === 'de'
}

/** Finds the phrase of as many words whose words are most like those of the fragment; the last of equals. */
function likeliestSpan(words: readonly string[], replacement: readonly string[]): Span | undefined {
  let best: (Span & { likeness: number }) | undefined
  const isBareNoun = replacement.length === 1 && isGerman(words)
  for (let start = 0; start + replacement.length <= words.length; start++) {
    const end = start + replacement.length
    if (isBareNoun && start > 0 && kindOf(words[start - 1]!, start - 1) === 'determiner') continue
    if (!isPhrase(words, start, end, sameWord(words[end - 1], replacement.at(-1)))) continue
    const scores = replacement.map((word, index) => likeness(words[start + index]!, word, start + index))
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
    if (scores.at(-1)! <= 0 || scores.every((score) => score === 1) || mean < minLikeness) continue
    if (!best || mean >= best.likeness) best = { start, end, words: replacement, likeness: mean }
  }
  return best
}

/** Of "et à Leipzig", the name alone replaces the only name of an English question. */
function nameSpan(words: readonly string[], replacement: readonly string[]): Span | undefined {
  if (isGerman(words)) return undefined
  const isNameAt = (index: number) => index > 0 && kindOf(words[index]!, index) === 'name'
  const names = words.map((_, index) => index).filter((index) => isNameAt(index) && !isNameAt(index - 1))
  const isOwnName = (word: string) => kindOf(word, 1) === 'name'
  const own = replacement.slice(replacement.findIndex(isOwnName), replacement.findLastIndex(isOwnName) + 1)
  const rest = replacement.filter((word) => !own.includes(word))
  if (names.length !== 1 || own.length === 0 || rest.length > 1 || rest.some((word) => word.length > 3))
    return undefined
  const start = names[0]!
  let end = start + 1
  while (end < words.length && isNameAt(end)) end++
  return { start, end, words: own }
}

/** Returns the part in which the previous question differs from the one before it. */
function filledSlot(
  before: readonly string[],
  words: readonly string[],
  replacement: readonly string[],
): Span | undefined {
  let start = 0
  while (start < words.length && sameWord(before[start], words[start])) start++
  let tail = 0
  while (tail < words.length - start && sameWord(before.at(-1 - tail), words.at(-1 - tail))) tail++
  const end = words.length - tail
  const isSlot =
    end > start &&
    before.length - tail > start &&
    Math.max(end, before.length - tail) - start <= maxSlotWords &&
    tellsTime(words.slice(start, end)) === tellsTime(replacement) &&
    start + tail >= words.length / 2
  if (!isSlot) return undefined
  let skipped = 0
  while (skipped < replacement.length - 1 && sameWord(replacement[skipped], words[start - 1])) skipped++
  return { start, end, words: replacement.slice(skipped) }
}

const maxSlotWords = 5

function sameWord(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && a.toLowerCase() === b?.toLowerCase()
}

type WordKind = 'name' | 'time' | 'figure' | 'preposition' | 'determiner' | 'function' | 'content'

/** Tells whether the words begin and end where a phrase does: no noun is cut in two. An equal last word is an end. */
function isPhrase(words: readonly string[], start: number, end: number, hasEqualEnd: boolean): boolean {
  const isNoun = (index: number) => {
    const word = words[index]
    return word !== undefined && ['name', 'time', 'figure', 'content'].includes(kindOf(word, index))
  }
  const isCutAtStart = isNoun(start) && isNoun(start - 1) && kindOf(words[start]!, start) === 'content'
  const isCutAtEnd =
    !hasEqualEnd && isNoun(end - 1) && isNoun(end) && kindOf(words[end]!, end) === kindOf(words[end - 1]!, end - 1)
  return !isCutAtStart && !isCutAtEnd
}

function likeness(word: string, other: string, index: number): number {
  if (sameWord(word, other)) return 1
  const [kind, otherKind] = [kindOf(word, index), kindOf(other, 1)]
  if (kind === otherKind) return likenessOfKind[kind]
  return [kind, otherKind].every((one) => one === 'name' || one === 'figure') ? 0.4 : -1
}

const likenessOfKind: Record<WordKind, number> = {
  name: 0.6,
  time: 0.6,
  figure: 0.8,
  preposition: 0.3,
  determiner: 0.4,
  function: 0,
  content: 0.2,
}

const prepositions = new Set(
  [
    'in on at for of to from by with without about after before during until since within under over per into between',
    'über unter für mit ohne bei nach vor seit bis von zu aus auf im am zum zur',
    'à pour avec sans chez dans depuis après avant en con sin para desde hasta sobre',
  ].flatMap((line) => line.split(' ')),
)
const determiners = new Set(
  'the a an my our your his her its their this that each every der die das den dem ein eine le la les un une el los las una'.split(
    ' ',
  ),
)

function kindOf(word: string, index: number): WordKind {
  if (/\p{N}/u.test(word)) return 'figure'
  const lower = word.toLowerCase()
  if (prepositions.has(lower)) return 'preposition'
  if (determiners.has(lower)) return 'determiner'
  if (isFunctionWord(lower, 'en')) return 'function'
  if (timeWord.test(word)) return 'time'
  return index > 0 && /^\p{Lu}/u.test(word) ? 'name' : 'content'
}

function tokenize(text: string): string[] {
  return withoutEndMark(text).split(/\s+/).filter(Boolean)
}
