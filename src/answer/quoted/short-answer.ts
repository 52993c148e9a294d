import { stemsOf } from '../../ingest/analyze.ts'
import { countWords } from '../../ingest/count-words.ts'
import { otherReaderLanguages } from '../../models/reader.ts'
import { readListMarker } from '../list-marker.ts'
import { tellsOnly } from '../question/intents-of-languages.ts'
import {
  asksHow,
  asksTwoThings,
  asksWhatHappens,
  asksWhatToDo,
  asksWhether,
  asksWhy,
} from '../question/question-intent.ts'
import { nameCoverage, questionNames } from '../question/question-names.ts'
import { classifyQuestion } from '../question/question-type.ts'
import { countShared } from '../set-similarity.ts'
import { type AnswerUnit, isSamePlace } from './answer-units.ts'
import { narrowSpan } from './narrow-span.ts'
import { isOfAnotherCase } from './other-case.ts'
import { type CellSpan, findAskedCell, findCells } from './table-row.ts'
import { widenSpan } from './widen-span.ts'

type Span = NonNullable<AnswerUnit['shortAnswer']>

export const maxBoldWords = 12
/** A longer cell is bold only where the words stand that answer. */
const maxCellWords = 6

/**
 * Keeps the short answer of the best unit only, and none where a list, several rows, an explanation or two
 * things are the answer.
 * `best` is undefined if the answer is unsure.
 */
export function markShortAnswer(
  question: string,
  units: readonly AnswerUnit[],
  best: AnswerUnit | undefined,
): AnswerUnit[] {
  const parents = new Set(units.flatMap(({ above }) => above))
  const items = units.filter(({ kind, position }) => kind === 'item' && !parents.has(position)).length
  const rows = best?.kind === 'row' ? units.filter(({ kind }) => kind === 'row').length : 0
  const asksForCourse = asksHow(question) || asksWhatToDo(question) || asksWhatHappens(question)
  const asksForShort = !asksForCourse && !asksWhy(question) && !asksTwoThings(question) && !tellsOnly(question)
  const isOpen = best !== undefined && asksWhether(question) && units.some((unit) => isCloser(question, unit, best))
  const isElsewhere = best !== undefined && isNamedElsewhere(question, units, best)
  const hasShortAnswer = items < 2 && rows < 2 && asksForShort && !isOpen && !isElsewhere
  return units.map((unit) => ({
    ...unit,
    shortAnswer:
      best && hasShortAnswer && unit.kind !== 'heading' && isSamePlace(unit, best)
        ? findShortAnswer(question, unit)
        : undefined,
  }))
}

/** Tells whether what the question names stands only in an item below the best one: "Hotels: 120 €", "In London 180 €". */
function isNamedElsewhere(
  question: string,
  units: readonly AnswerUnit[],
  { text, position, rank }: AnswerUnit,
): boolean {
  const names = questionNames(question)
  const below = units.filter((unit) => unit.rank === rank && unit.above.includes(position))
  return nameCoverage(names, text) === 0 && below.some((unit) => nameCoverage(names, unit.text) > 0)
}

/** "No.": an answer to a question in the notes has none of its words. */
const maxBareVerdictWords = 3

/** Tells whether the unit contains a word of the question that the other one lacks: of two rules, it is about the case that is asked. */
function isCloser(question: string, unit: AnswerUnit, other: AnswerUnit): boolean {
  if (unit.kind !== 'sentence' || unit.rank !== other.rank || other.words <= maxBareVerdictWords) return false
  const own = new Set(stemsOf(unit.text, unit.passage.document.language))
  const others = new Set(stemsOf(other.text, other.passage.document.language))
  return stemsOf(question).some((stem) => own.has(stem) && !others.has(stem))
}

function findShortAnswer(question: string, unit: AnswerUnit): Span | undefined {
  if (unit.kind === 'row') return findAnsweringCell(question, unit)
  if (asksWhether(question)) return findVerdict(question, unit)
  if (!unit.shortAnswer || isOfAnotherCase(question, unit)) return undefined
  const { language } = unit.passage.document
  const span = otherReaderLanguages.includes(language)
    ? narrowSpan(question, unit.text, unit.shortAnswer, language)
    : unit.shortAnswer
  return span && widenSpan(unit.text, span)
}

/**
 * Returns the cell that the question names a column of, or else the one that the reader found; for yes or no, that with the
 * verdict. None of several of a kind if the question leaves open which column holds.
 */
function findAnsweringCell(question: string, { text, passage, shortAnswer }: AnswerUnit): Span | undefined {
  const { language } = passage.document
  const cells = findCells(text)
  const asked = findAskedCell(question, text, language)
  // "Who services the lift?" has the words of the column that says how often.
  const isOther = asked && classifyQuestion(question) === 'person' && /\d/.test(asked.value)
  if (asked && !isOther) return cells.find(({ column, value }) => column === asked.column && value === asked.value)
  const isShort = ({ value }: CellSpan) => countWords(value) <= maxCellWords
  if (asksWhether(question)) {
    const verdicts = cells.slice(1).filter((cell) => isShort(cell) && verdict.test(cell.value))
    return verdicts.length > 1 ? closestColumn(question, verdicts, language) : verdicts[0]
  }
  const found = shortAnswer && cells.find(({ start, end }) => start <= shortAnswer.start && shortAnswer.end <= end)
  // "Which plan has SSO?" isn't answered by "SSO", the title of the row.
  if (found === cells[0] && sharesStem(question, cells[0]?.value ?? '', language)) return undefined
  const ofKind = cells.slice(1).filter(({ value }) => found && kindOf(value) === kindOf(found.value))
  const one = ofKind.length > 1 ? closestColumn(question, ofKind, language) : found
  return one && (isShort(one) ? one : one === found ? shortAnswer : undefined)
}

function sharesStem(question: string, text: string, language: string): boolean {
  return countShared(new Set(stemsOf(question)), new Set(stemsOf(text, language))) > 0
}

/** Returns the cell whose column shares more words with the question than those of the others; undefined if none does. */
function closestColumn(question: string, cells: readonly CellSpan[], language: string): CellSpan | undefined {
  const asked = new Set(stemsOf(question, language))
  const [first, second] = cells
    .map((cell) => ({ cell, shared: countShared(asked, new Set(stemsOf(cell.column, language))) }))
    .sort((a, b) => b.shared - a.shared)
  return first && first.shared > (second?.shared ?? 0) ? first.cell : undefined
}

/** Returns what figures have in common: "90 days" and "6 months", "8:00–18:00" and "9:00–12:00". Other texts are of a kind if equal. */
function kindOf(value: string): string {
  return value
    .toLowerCase()
    .replace(/\d+(?:[.,:]\d+)*/g, '0')
    .replace(/\b(?:minute|hour|day|week|month|year)s?\b/g, 'time')
}

/** Words that say yes or no, permit, forbid, demand or limit. */
const verdict =
  /(?<!\p{L})(?:yes|no|not|never|none|nothing|nobody|cannot|can|can['’]?t|\p{L}+n['’]t|may|must|need|needs|required?|requires|mandatory|compulsory|optional|voluntary|recommended|allowed|permitted|forbidden|prohibited|entitled|eligible|able|free|always|only|ja|nein|nicht|kein\p{L}*|nie|darf|dürfen|kann|können|muss|müssen|erlaubt|verboten|pflicht|freiwillig|kostenlos|oui|non|pas|jamais|aucune?|peut|peuvent|doit|doivent|obligatoire|interdite?|gratuite?|sí|nunca|ningun[oa]?|puede|pueden|debe|deben|obligatori[oa]|prohibid[oa]|permitid[oa]|gratis)(?!\p{L})|はい|いいえ|ません|可能|不可|必須|禁止|無料/iu

/** Returns the words of the sentence that say yes or no: those that the reader found, or else the clause about the question. */
function findVerdict(question: string, { text, passage, shortAnswer }: AnswerUnit): Span | undefined {
  if (shortAnswer && verdict.test(text.slice(shortAnswer.start, shortAnswer.end))) return shortAnswer
  const stemsIn = (part: string) => new Set(stemsOf(part, passage.document.language))
  const asked = stemsIn(question)
  const [best] = splitClauses(text)
    .map((span) => ({ span, clause: text.slice(span.start, span.end) }))
    .filter(({ clause }) => verdict.test(clause) && !condition.test(clause) && countWords(clause) <= maxBoldWords)
    .map(({ span, clause }) => ({ span, shared: countShared(asked, stemsIn(clause)) }))
    .sort((a, b) => b.shared - a.shared)
  return best && best.shared > 0 ? best.span : undefined
}

const conjunction =
  /^(?:while|whereas|although|though|but|and|however|aber|und|obwohl|mais|et|bien que|pero|y|aunque)\s+/i
const condition =
  /^(?:even )?(?:if|unless|when|whenever|wenn|falls|sofern|sobald|si|s['’]|quand|lorsque|à moins|cuando|a menos)(?!\p{L})/iu
/** After a comma, the beginning of a clause; anything else can be one more thing of several. */
const clauseOpening =
  /^\s*(?:but|however|though|although|while|whereas|so|because|since|as|unless|which|who|it|they|you|we|he|she|there|this|that|if|when|aber|jedoch|sondern|weil|da|denn|mais|car|parce|qui|pero|sino|porque|que)(?!\p{L})/iu

/**
 * Splits a text at commas, semicolons, colons, dashes and ends of sentences, without text in brackets and without a
 * clause that ends amid several things ("annual, award and sick leave"). Clauses begin after their conjunction.
 */
function splitClauses(text: string): Span[] {
  const from = readListMarker(text).length
  const parts = [...text.slice(from).matchAll(/(?:[^,;:.!?()–—、。；]|[.,:](?=\S))+/g)]
  return parts.flatMap((match, index) => {
    const [part] = match
    const end = match.index + part.trimEnd().length
    const next = parts[index + 1]
    const isCut = /^\s*[,、]/.test(text.slice(from + end)) && next !== undefined && !clauseOpening.test(next[0])
    const before = text.slice(0, from + match.index)
    if (isCut || before.lastIndexOf('(') > before.lastIndexOf(')')) return []
    const clause = part.trimStart()
    const opening = conjunction.exec(clause)?.[0].length ?? 0
    return [{ start: from + match.index + part.length - clause.length + opening, end: from + end }]
  })
}
