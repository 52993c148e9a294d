import { splitHeadingPath } from '../../content/indexing/heading-path.ts'
import { containsStemsOf, stemsOf } from '../../ingest/analyze.ts'
import { isQuestion } from '../../ingest/sentence-end.ts'
import { asksForDifference, asksWhatHappens, asksWhatToDo } from '../question/question-intent.ts'
import { nameCoverage } from '../question/question-names.ts'
import { countShared } from '../set-similarity.ts'
import { type AnswerUnit, countAllWords, isSamePlace, lineOf } from './answer-units.ts'
import { withCase } from './case-question.ts'
import { codeAfter } from './expand-code.ts'
import { listAfter, shortSentenceAt } from './expand-list.ts'
import { readLabel } from './labelled-line.ts'
import { limitsPrevious, withReferent } from './refers-back.ts'
import { runAround } from './unit-run.ts'

/** Returns the sentence with what it needs to be understood; the best one with more of its paragraph. */
export function expandSentence(
  question: string,
  siblings: readonly AnswerUnit[],
  at: number,
  isBest: boolean,
): AnswerUnit[] {
  if (asksForDifference(question)) return withCounterpart(question, siblings, at)
  const sentences = withCase(siblings, isBest ? paragraphPart(question, siblings, at) : withReferent(siblings, at))
  return [
    ...sentences,
    ...codeAfter(question, siblings, at),
    ...qualificationAfter(question, siblings, sentences),
    ...listAfter(question, siblings, at),
  ]
}

/** Returns the best sentence with those of its paragraph that belong to the answer. */
function paragraphPart(question: string, siblings: readonly AnswerUnit[], at: number): AnswerUnit[] {
  if (asksForCourse(question, siblings, at)) return wholeParagraph(siblings, at)
  if (pointsToParagraph.test(siblings[at]!.text)) return paragraphUntil(siblings, at)
  if (repeatsQuestion(question, siblings[at]!)) return withDetails(siblings, at)
  if (followsQuestion(siblings, at) && siblings[at]!.words <= maxVerdictWords) return withDetails(siblings, at)
  return withParallels(question, siblings, at)
}

/**
 * Tells whether the question asks for a course of events and the paragraph tells it. A sentence amid a paragraph about
 * something else that tells its case itself is enough: "Who loses a badge pays €5."
 */
function asksForCourse(question: string, siblings: readonly AnswerUnit[], at: number): boolean {
  const happens = asksWhatHappens(question)
  if (!happens && !asksWhatToDo(question)) return false
  const { text, passage } = siblings[at]!
  const { document, heading } = passage
  const asked = new Set(stemsOf(question))
  const sharesWord = (part: string) => countShared(asked, new Set(stemsOf(part, document.language))) > 0
  const topics = [document.title, ...splitHeadingPath(heading)]
  if (
    happens ? sharesWord(topics.join('\n')) : topics.some((topic) => containsStemsOf(asked, topic, document.language))
  )
    return true
  const startsParagraph = lineOf(siblings[at]!).startsWith(text)
  if (sharesWord(readLabel(text) ?? '')) return false
  if (caseAsSubject.test(text)) return startsParagraph && sharesWord(text)
  const ownCase = openingCase.exec(text)?.[0]
  return happens || (ownCase !== undefined && startsParagraph && sharesWord(ownCase))
}

/** "If a dog bites, …" */
const openingCase = /^(?:if|when|whenever|once|as soon as|in case|in the event|after|at|on|during|should)\b[^,:]*[,:]/i
/** "Who loses a badge pays €5." */
const caseAsSubject = /^(?:who(?:ever)?|what(?:ever)?|(?:any|every)(?:one|body) who|those who)\b/i

/** An answer that is shorter says yes or no, and what follows it says how: "No. The rooms are cleaned then." */
const maxVerdictWords = 8
const maxDetailWords = 40

const minRepeatedStems = 3
/** Share of a sentence's words from which the question has said them already. */
const repeatedShare = 0.75

/** Tells whether the sentence begins its paragraph with the problem that the question tells: "The test fails on a Mac." */
function repeatsQuestion(question: string, unit: AnswerUnit): boolean {
  if (unit.shortAnswer || !lineOf(unit).startsWith(unit.text)) return false
  const own = new Set(stemsOf(unit.text, unit.passage.document.language))
  return own.size >= minRepeatedStems && countShared(own, new Set(stemsOf(question))) >= repeatedShare * own.size
}

/** Tells whether the sentence begins the answer to a question in the notes, which can be its heading. */
function followsQuestion(siblings: readonly AnswerUnit[], at: number): boolean {
  const previous = siblings[at - 1]
  return previous ? previous.kind === 'question' : isQuestion(siblings[at]!.passage.heading)
}

/** Returns the beginning of the answer to a question in the notes, with the rest of its paragraph if that is short. */
function withDetails(siblings: readonly AnswerUnit[], at: number): AnswerUnit[] {
  const line = lineOf(siblings[at]!)
  const { units } = runAround(siblings, at, ({ kind, text }) => kind === 'sentence' && line.includes(text))
  return countAllWords(units) <= maxDetailWords ? units : [siblings[at]!]
}

/** "Only owners can do this": what the sentences before it tell together. */
const pointsToParagraph = /(?<!\p{L})(?:do|doing|does|done) (?:this|that|so)(?!\p{L})/iu

/** Returns the sentence after those of its paragraph before it, if these are short. */
function paragraphUntil(siblings: readonly AnswerUnit[], at: number): AnswerUnit[] {
  const line = lineOf(siblings[at]!)
  const isInLine = ({ kind, text }: AnswerUnit) => kind === 'sentence' && line.includes(text)
  const { units } = runAround(siblings.slice(0, at + 1), at, isInLine)
  return countAllWords(units) <= maxDetailWords ? units : withReferent(siblings, at)
}

/**
 * Returns the sentence after these if it limits what they say ("Otherwise you pay half the price.") or says it of those
 * whom the question names: "Trainees can do so on Fridays."
 */
function qualificationAfter(
  question: string,
  siblings: readonly AnswerUnit[],
  sentences: readonly AnswerUnit[],
): AnswerUnit[] {
  const last = sentences.at(-1)
  const asked = new Set(stemsOf(question))
  const stemsIn = ({ text, passage }: AnswerUnit) => stemsOf(text, passage.document.language)
  const said = new Set(sentences.flatMap(stemsIn))
  const isForAsked = (unit: AnswerUnit) =>
    pointsToParagraph.test(unit.text) && stemsIn(unit).some((stem) => asked.has(stem) && !said.has(stem))
  const at = siblings.findIndex((unit) => last && isSamePlace(unit, last)) + 1
  return shortSentenceAt(siblings, at, (unit) => limitsPrevious(unit) || isForAsked(unit))
}

const maxParagraphWords = 80
const maxCourseWords = 120

/** Returns the paragraph of the sentence if it is short, or the short paragraphs around it: a course is quoted from its beginning. */
function wholeParagraph(siblings: readonly AnswerUnit[], at: number): AnswerUnit[] {
  const line = lineOf(siblings[at]!)
  const isSentence = ({ kind }: AnswerUnit) => kind === 'sentence'
  const { units: paragraph } = runAround(siblings, at, (other) => isSentence(other) && line.includes(other.text))
  if (paragraph.length > 1 && countAllWords(paragraph) <= maxCourseWords) return paragraph
  const { units: paragraphs } = runAround(siblings, at, isSentence)
  return countAllWords(paragraphs) <= maxParagraphWords ? paragraphs : withReferent(siblings, at)
}

/** The beginning of "In Kobe it is 30 days": a preposition and a name. */
const parallelOpening = /^(In|At|On|For|From|To|By|Bei|Für|Am|Ab|À|Au|En|Pour|Para)\s+(\p{Lu}[\p{L}\p{N}-]*)/u

/**
 * Returns the sentence with its neighbours that say the same of other places, times or people, as long as the question names
 * none of them: "In Groningen you give one month's notice. In Kobe it is 30 days."
 */
function withParallels(question: string, siblings: readonly AnswerUnit[], at: number): AnswerUnit[] {
  const openingOf = (unit: AnswerUnit) => (unit.kind === 'sentence' ? parallelOpening.exec(unit.text) : undefined)
  const word = openingOf(siblings[at]!)?.[1]
  const isParallel = (unit: AnswerUnit) => word !== undefined && openingOf(unit)?.[1] === word
  const { units: parallels } = runAround(siblings, at, isParallel)
  const names = [...new Set(parallels.flatMap((unit) => openingOf(unit)?.[2]?.toLowerCase() ?? []))]
  const isOpen = names.length > 1 && nameCoverage(names, question) === 0
  return isOpen && countAllWords(parallels) <= maxParagraphWords ? parallels : withReferent(siblings, at)
}

/** Stems of the question from which a sentence beside the best one is about the other thing. */
const minCounterpartStems = 2

/** Returns the sentence with the neighbour that is about the other thing of a comparison. */
function withCounterpart(question: string, siblings: readonly AnswerUnit[], at: number): AnswerUnit[] {
  const unit = siblings[at]!
  const stemsIn = (text: string) => new Set(stemsOf(text, unit.passage.document.language))
  const asked = stemsIn(question)
  const sharedOf = (other: AnswerUnit | undefined) =>
    other?.kind === 'sentence' ? countShared(asked, stemsIn(other.text)) : 0
  const [previous, next] = [siblings[at - 1], siblings[at + 1]]
  if (Math.max(sharedOf(previous), sharedOf(next)) < minCounterpartStems) return withReferent(siblings, at)
  return sharedOf(previous) > sharedOf(next) ? [previous!, unit] : [...withReferent(siblings, at), next!]
}
