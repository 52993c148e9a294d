import { monthNumbers } from '../../ingest/calendar-words.ts'
import type { AnswerUnit } from './answer-units.ts'

type Span = NonNullable<AnswerUnit['shortAnswer']>

/** Adds the words to a short answer without which it says something else: a limit before it, its month or "a year" after it. */
export function widenSpan(text: string, span: Span): Span {
  const end = span.end + lengthOf(perUnit, text.slice(span.end, span.end + maxAddedLength))
  const before = text.slice(Math.max(0, span.start - maxAddedLength), span.start)
  const start = span.start - lengthOf(limit, before)
  return withMonth(text, { start, end })
}

const maxAddedLength = 40

function lengthOf(pattern: RegExp, text: string): number {
  const found = pattern.exec(text)?.[0] ?? ''
  return found.trim() === '' ? 0 : found.length
}

/** German, French and Spanish words before a time or an amount; English ones belong to the answers of the English reader. */
const limit =
  /(?<![\p{L}\p{N}])(?:(?:binnen|innerhalb(?: von)?|spätestens|frühestens|höchstens|mindestens|maximal|bis(?: zu[mr]?)?|ab|seit|nur|au plus tard|au plus|au moins|à partir d[eu]|dès|avant|après|jusqu['’]aux?|jusqu['’]à|sous|dans les|desde|hasta|antes del?|después del?|a partir del?|a|a más tardar|como máximo|como mínimo|al menos|solo|sólo) )?(?:(?:de[rmn]|die|das|le|la|les|el|los|las) )?(?:(?:erst|zweit|dritt|letzt|vorletzt|nächst)e[mnrs]?|premi(?:er|ère)s?|derni(?:er|ère)s?|primer[oa]?s?|segund[oa]s?|penúltim[oa]s?|últim[oa]s?)? ?$/iu

const perUnit =
  /^ (?:(?:im|pro|je|am) (?:Jahr|Monat|Quartal|Woche|Tag|Stunde|Nacht|Person|Kilometer|Stück|Kind)|in der (?:Woche|Stunde)|par (?:an|mois|trimestre|semaine|jour|heure|nuit|personne|repas|enfant|kilomètre|agent)|al (?:año|mes|trimestre|día)|a la (?:semana|hora)|por (?:año|mes|semana|día|hora|noche|persona|kilómetro|niño))(?!\p{L})/u

/** Adds the month to a date that ends at its day: "am 31" of "am 31. März". */
function withMonth(text: string, span: Span): Span {
  const month = /^\.?\s+(\p{L}+)/u.exec(text.slice(span.end, span.end + maxMonthLength))
  const endsWithDay = /(?<!\d)\d{1,2}$/.test(text.slice(span.start, span.end))
  const isMonth = month !== null && monthNumbers.has(month[1]!.toLowerCase())
  return endsWithDay && isMonth ? { ...span, end: span.end + month[0].length } : span
}

const maxMonthLength = 16
