import { isMessageHead } from '../../ingest/message-heads.ts'
import { type AnswerUnit, isSamePlace, lineOf } from './answer-units.ts'

/** Words by which speakers mean themselves. */
const firstPerson: Record<string, RegExp> = {
  en: /(?<!\p{L})(?:I|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself)(?!\p{L})/u,
  de: /(?<!\p{L})(?:ich|mir|mich|mein(?:e[mnrs]?)?)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:je|j[’']|moi|mon|ma|mes)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:yo|me|mí|mis?)(?!\p{L})/iu,
}
/** "Ann Lee: We move on Friday." */
const spokenLabel = /^(\p{Lu}[\p{L}\p{M}.'’-]*(?: \p{Lu}[\p{L}\p{M}.'’-]*){0,3}):\s/u

/** Returns units with the head of the message that they come from, or with the name of a speaker who says "I". */
export function withSpeaker(siblings: readonly AnswerUnit[], units: readonly AnswerUnit[]): AnswerUnit[] {
  const first = units[0]
  const at = siblings.findIndex((unit) => first !== undefined && isSamePlace(unit, first))
  if (first === undefined || at < 0) return [...units]
  const before = siblings.slice(0, at).filter(({ passage }) => passage === first.passage)
  const head = before.findLast(({ text }) => isMessageHead(text))
  if (head) return [{ ...head, text: head.text.slice(0, -1), kind: 'heading' }, ...units]
  const speaker = speakerOf(first)
  // Its place is before the first sentence of the paragraph.
  return speaker === undefined
    ? [...units]
    : [{ ...first, text: speaker, kind: 'heading', position: first.position - 0.5, shortAnswer: undefined }, ...units]
}

/** Returns the name before the paragraph of a sentence in the first person, if the sentence isn't its first. */
function speakerOf(unit: AnswerUnit): string | undefined {
  const { kind, text, passage } = unit
  if (kind !== 'sentence' || !firstPerson[passage.document.language]?.test(text)) return undefined
  const line = lineOf(unit)
  return line.startsWith(text) ? undefined : spokenLabel.exec(line)?.[1]
}
