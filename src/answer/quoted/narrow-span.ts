import { stemsOf } from '../../ingest/analyze.ts'
import { isFunctionWord } from '../../ingest/function-words.ts'
import { plainWords } from '../../ingest/plain-words.ts'
import type { AnswerUnit } from './answer-units.ts'

type Span = NonNullable<AnswerUnit['shortAnswer']>

/**
 * Returns the part of a short answer that holds for the case that is asked, where it runs on to other cases: of "14 to 22,
 * night shift 22 to 6" the first for the late shift. A part after the first names its case itself. Returns the span as it is
 * if its parts answer together ("from 9 to 12 and from 2 to 6"), and undefined if several parts name what is asked.
 */
export function narrowSpan(question: string, text: string, span: Span, language: string): Span | undefined {
  const parts = splitParts(text, span)
  const [first, ...others] = parts
  if (!first || others.length === 0) return span
  const asked = new Set(stemsOf(question, language))
  const textOf = (part: Span) => text.slice(part.start, part.end)
  const last = parts.at(-1)
  // What follows the short answer up to the end of its clause belongs to its last part.
  const contexts = parts.map((part) =>
    part === last ? `${textOf(part)}${/^[^,;.:()]*/.exec(text.slice(part.end))?.[0] ?? ''}` : textOf(part),
  )
  const stems = contexts.map((context) => new Set(stemsOf(context, language)))
  const shared = stems.map((own, index) => {
    const isOwn = (stem: string) => asked.has(stem) && !stems.some((other, at) => at !== index && other.has(stem))
    return [...own].filter(isOwn).length
  })
  const named = others.filter((_, index) => shared[index + 1]! > shared[0]!)
  if (named.length > 1) return undefined
  if (named[0]) return withoutJoint(text, named[0])
  return others.every((part) => isOtherCase(textOf(part), textOf(first), language)) ? first : span
}

/** Tells whether a part has a figure of its own after words that name its case: "night shift 22 to 6". */
function isOtherCase(part: string, first: string, language: string): boolean {
  const figure = part.search(/\p{N}/u)
  if (figure < 0 || !/\p{N}/u.test(first)) return false
  const known = new Set(plainWords(first))
  const isOfSubstance = (word: string) => word.length > 1 && !isFunctionWord(word, language)
  return plainWords(part.slice(0, figure).replace(joint, '')).some((word) => isOfSubstance(word) && !known.has(word))
}

const joint = /^\s*(?:[,;]\s*)?(?:(?:und|oder|et|ou|y|o)\s+)?/iu
const boundary = /[,;]\s+(?:(?:und|oder|et|ou|y|o)\s+)?|\s(?:und|et|y)\s+/giu

function splitParts(text: string, { start, end }: Span): Span[] {
  const answer = text.slice(start, end)
  const cuts = [...answer.matchAll(boundary)]
  const starts = [0, ...cuts.map(({ 0: cut, index }) => index + cut.length)]
  const ends = [...cuts.map(({ index }) => index), answer.length]
  return starts
    .map((from, index) => ({ start: start + from, end: start + ends[index]! }))
    .filter((part) => part.end > part.start)
}

function withoutJoint(text: string, { start, end }: Span): Span {
  return { start: start + (joint.exec(text.slice(start, end))?.[0].length ?? 0), end }
}
