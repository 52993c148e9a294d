import { countWords } from '../../ingest/count-words.ts'
import { splitSentences } from '../../ingest/sentences.ts'
import { isNumberedItem, readItemNumber, readListMarker, stripListMarker } from '../list-marker.ts'
import {
  asksForAll,
  asksForDifference,
  asksForOneThing,
  asksForSeveral,
  asksHow,
  asksWhether,
} from '../question/question-intent.ts'
import { matchesQuestionType } from '../question/question-type.ts'
import { type AnswerUnit, announces, countAllWords, isListPart, isQuotable } from './answer-units.ts'
import { expandCode } from './expand-code.ts'
import { isNamedLine, namesLabel, readLabel } from './labelled-line.ts'
import { withReferent } from './refers-back.ts'
import { runAtStart } from './unit-run.ts'

const maxListWords = 240
/** Evidence from which an item of a list counts as one of several answers. */
const minItemEvidence = -1

/**
 * Returns the item with the items below it, or the whole list that it stands in if the question asks for steps or several
 * things and items answer it; after the line and the items that announce them, which can say "not", "unless" or "only if".
 */
export function expandItem(
  question: string,
  item: AnswerUnit,
  siblings: readonly AnswerUnit[],
  at: number,
): AnswerUnit[] {
  const { first, end } = listAround(siblings, at)
  const whole = siblings.slice(first, end)
  const items = whole.filter(({ kind }) => kind === 'item')
  const before = siblings[first - 1]
  const leadIn =
    before && (before.kind === 'lead-in' || before.kind === 'label') ? withReferent(siblings, first - 1) : []
  const parents = items.filter(({ position }) => item.above.includes(position))
  const below = (parent: AnswerUnit) => whole.filter(({ above }) => above.includes(parent.position))
  const children = below(item)
  const introduction = introductionOf(item, parents, leadIn)
  const withChildren = [...introduction, item, ...fitting(children)]
  const peers = parents.length > 0 ? below(parents.at(-1)!).filter(({ kind }) => kind === 'item') : items
  const named = asksForDifference(question) ? [] : namedAmong(question, peers)
  if (named.includes(item)) {
    // "CTO: Jonas Brandt" answers by itself who that is, "CTO:" doesn't.
    const standsAlone = (one: AnswerUnit) => asksForOneThing(question) && !announces(one)
    return [...introduction, ...named.flatMap((one) => [one, ...(standsAlone(one) ? [] : fitting(below(one)))])]
  }
  const hasSubitems = children.some(({ kind }) => kind === 'item')
  if (hasSubitems && announces(item) && !standsWithoutList(question, item)) return withChildren
  for (const [index, parent] of [...parents.entries()].reverse())
    if (isListAnswer(question, below(parent)))
      return [...introductionOf(parent, parents.slice(0, index), leadIn), parent, ...fitting(below(parent), item)]
  if (isListAnswer(question, whole)) {
    const after = isNumberedItem(whole[0]!.text) ? limitAfter(siblings, end) : []
    return [...leadIn, ...fitting(whole, item), ...after]
  }
  if (areParallel(question, item, peers)) return [...(parents.length > 0 ? introduction : leadIn), ...peers]
  // An item without a time doesn't tell when: it is one of the conditions, and alone it would be told as a fact.
  const isCondition = /^when\b/i.test(question) && !matchesQuestionType('time', item.text, question)
  const isOneThing = asksForOneThing(question) && !isCondition && isCompleteSentence(item.text)
  if (statesConditions(leadIn.at(-1)) && !isOneThing) return [...leadIn, ...fitting(whole, item)]
  if (!hasSubitems || asksForSeveral(question)) return withChildren
  return [...introduction, withoutAnnouncement(item)]
}

/** How many units can stand between two steps: code, or a remark. */
const maxBetweenSteps = 12

/** Returns where the list of an item begins and ends. Steps whose numbers go on are one list, whatever stands between them. */
function listAround(siblings: readonly AnswerUnit[], at: number): { first: number; end: number } {
  const numberAt = (index: number) => {
    const unit = siblings[index]
    return unit?.kind === 'item' && unit.above.length === 0 ? readItemNumber(unit.text) : undefined
  }
  const steps = siblings.flatMap((_, index) => {
    const number = numberAt(index)
    return number === undefined ? [] : [{ index, number }]
  })
  const isNext = (a: { index: number; number: number } | undefined, b: typeof a) =>
    a !== undefined && b !== undefined && b.number === a.number + 1 && b.index - a.index <= maxBetweenSteps + 1
  let first = findListStart(siblings, at)
  let end = first + runAtStart(siblings.slice(first), isListPart).length
  let from = steps.findIndex(({ index }) => index >= first && index < end)
  let to = steps.findLastIndex(({ index }) => index >= first && index < end)
  if (from < 0) return { first, end }
  while (isNext(steps[from - 1], steps[from])) first = findListStart(siblings, steps[--from]!.index)
  while (isNext(steps[to], steps[to + 1])) {
    const start = steps[++to]!.index
    end = start + runAtStart(siblings.slice(start), isListPart).length
  }
  return { first, end }
}

/** Returns the items whose labels the question contains: "Night shift: from ten to six". */
function namedAmong(question: string, peers: readonly AnswerUnit[]): AnswerUnit[] {
  const lines = peers.map(({ text }) => text)
  return peers.filter(({ text }) => isNamedLine(question, text, lines))
}

const maxParallelWords = 120
/** How much lower than the best one another item of such a list can score to answer as well. */
const parallelGap = 2.2

/**
 * Tells whether the items say the same of several places, times or people, another one answers as well, and the question names
 * none of them: which one holds depends on what it leaves open.
 */
function areParallel(question: string, item: AnswerUnit, peers: readonly AnswerUnit[]): boolean {
  const areLabelled = peers.length > 1 && peers.every(({ text }) => readLabel(text) !== undefined)
  if (!areLabelled || countAllWords(peers) > maxParallelWords) return false
  const answersAsWell = ({ evidence, score }: AnswerUnit) => evidence > 0 && score > item.score - parallelGap
  const isNamed = peers.some(({ text }) => namesLabel(question, text))
  return !isNamed && peers.some((other) => other !== item && answersAsWell(other))
}

const maxLimitWords = 25

/** Returns the sentence that follows steps or a table if it denies or limits something: "Nobody opens alone." */
export function limitAfter(siblings: readonly AnswerUnit[], at: number): AnswerUnit[] {
  return shortSentenceAt(siblings, at, ({ text }) => limitingWords.test(text))
}

/** Returns the unit at this place if it is a short sentence that the test accepts. */
export function shortSentenceAt(
  siblings: readonly AnswerUnit[],
  at: number,
  accepts: (unit: AnswerUnit) => boolean,
): AnswerUnit[] {
  const unit = siblings[at]
  return unit?.kind === 'sentence' && unit.words <= maxLimitWords && accepts(unit) ? [unit] : []
}

/** Returns the index of the first item of the list that an item stands in. */
export function findListStart(units: readonly AnswerUnit[], at: number): number {
  let first = at
  while (units[first - 1] && isListPart(units[first - 1]!)) first--
  return first
}

/**
 * Returns what an item needs before it to be understood: nothing, items that it is nested in, or the line above the list.
 * One that says "not", "unless" or "only if" is never left out.
 */
function introductionOf(item: AnswerUnit, parents: readonly AnswerUnit[], leadIn: readonly AnswerUnit[]): AnswerUnit[] {
  const above = [...leadIn, ...parents]
  if (above.some(({ text }) => limitingWords.test(text))) return above
  const parent = parents.at(-1)
  const isBelowSentence = parent !== undefined && !announces(parent)
  if (isBelowSentence || announces(item) ? isLongLine(item.text) : isCompleteSentence(item.text)) return []
  return parent ? [...introductionOf(parent, parents.slice(0, -1), leadIn), parent] : [...leadIn]
}

/** Tells whether an item that announces others, or is nested in a sentence, says enough by itself: not "only:" or "etc". */
function isLongLine(item: string): boolean {
  const text = stripListMarker(item)
  return !/^\p{Ll}/u.test(text) && countWords(text) >= 4
}

/** Words of a line that denies, forbids, excludes or makes conditions: what follows it says the opposite without it. */
export const limitingWords =
  /(?<!\p{L})(?:no|not|never|none|nothing|nobody|cannot|\p{L}+n['’]t|without|except(?:ions?)?|exclu(?:de[sd]?|ding|sions?)|unless|only|if|avoid|forbidden|prohibited|banned|instead|nicht|kein\p{L}*|nie(?:mals)?|ohne|außer|nur|wenn|falls|sofern|verboten|untersagt|ausgeschlossen|ausnahmen?|ne|pas|jamais|aucune?|sans|sauf|seulement|si|interdit\p{L}*|exclu\p{L}*|nunca|sin|salvo|excepto|s[oó]lo|prohibid\p{L}*|excluid\p{L}*)(?!\p{L})|ない|ません|のみ|場合|禁止|除[くき]/iu

/** Returns the unit without the last sentence if that announces the items below it. */
function withoutAnnouncement(item: AnswerUnit): AnswerUnit {
  const { text, passage, shortAnswer } = item
  const start = readListMarker(text).length
  const end = start + (splitSentences(text.slice(start), passage.document.language).at(-1)?.start ?? 0)
  if (!announces(item) || end === start || (shortAnswer && shortAnswer.end > end)) return item
  return { ...item, text: text.slice(0, end).trimEnd() }
}

/** Tells whether a list item is a sentence of its own. */
export function isCompleteSentence(item: string): boolean {
  return /[.!。！]["”’)*]*$/.test(item) && countWords(item) >= 6
}

/** Tells whether the unit says something besides announcing a list, and the question doesn't ask for several things. */
function standsWithoutList(question: string, unit: AnswerUnit): boolean {
  if (!asksWhether(question) && (asksForSeveral(question) || asksForAll(question))) return false
  return !announces(unit) || splitSentences(stripListMarker(unit.text), unit.passage.document.language).length > 1
}

/** Steps are quoted whole; of other lists, one item answers unless several do. */
function isListAnswer(question: string, parts: readonly AnswerUnit[]): boolean {
  const list = parts.filter(({ kind }) => kind === 'item')
  if (list.length < 2) return false
  const answering = list.filter(({ evidence }) => evidence > minItemEvidence).length
  // Sub-items of numbered steps have bullets.
  const isOrdered = isNumberedItem(list[0]!.text)
  if (asksHow(question) && isOrdered) return true
  if (asksForOneThing(question) || isAboutOneItem(question, list)) return false
  // The lines of a form are about different things: none is one of all.
  const isForm = answering < 2 && list.every(({ text }) => readLabel(text) !== undefined)
  if ((asksForAll(question) || asksForDifference(question)) && !standsOut(list) && !isForm) return true
  return answering >= (asksForSeveral(question) ? 2 : Math.max(3, list.length / 2))
}

/** Tells whether a line announces conditions: one item alone would say that it is enough. */
function statesConditions(leadIn: AnswerUnit | undefined): boolean {
  return leadIn?.kind === 'lead-in' && conditionLeadIn.test(leadIn.text)
}

const conditionLeadIn =
  /\b(?:if|unless|only when|either|both|must(?: also)?(?: be| have)?|conditions?(?: (?:is|are) (?:met|true))?|(?:all|any|one) of (?:the following|these)(?: \w+){0,4})(?: (?:you|it|they|he|she|we|your \w+))?(?:['’]re| are| have| is)?:\**$/i

/** How much more of the question one item covers than all others, if it is the only one that the question is about. */
const minItemLead = 0.4

function isAboutOneItem(question: string, list: readonly AnswerUnit[]): boolean {
  if (asksHow(question) || /\b(?:what (?:are|were)|which|list|examples?|all)\b/i.test(question)) return false
  return standsOut(list)
}

/** Tells whether one item covers much more of the question than all others. */
function standsOut(list: readonly AnswerUnit[]): boolean {
  const [first = 0, second = 0] = list.map(({ coverage }) => coverage).sort((a, b) => b - a)
  return first - second >= minItemLead
}

/** Returns a lead-in with its list or next sentence; nothing if nothing follows it. */
export function expandLeadIn(question: string, siblings: readonly AnswerUnit[], at: number): AnswerUnit[] {
  const leadIn = withReferent(siblings, at)
  if (standsWithoutList(question, siblings[at]!)) return [...leadIn.slice(0, -1), withoutAnnouncement(siblings[at]!)]
  const next = siblings[at + 1]
  const list = next?.kind === 'item' ? siblings.slice(at + 1, listAround(siblings, at + 1).end) : []
  if (list.length > 0) return [...leadIn, ...fitting(list)]
  if (next?.kind === 'code') return [...leadIn.slice(0, -1), ...expandCode(siblings, at + 1)]
  if (next && isQuotable(next)) return [...leadIn, next]
  return announces(siblings[at]!) ? [] : leadIn
}

/** Returns the steps, or the further things asked for, that the next sentence announces, with that sentence. */
export function listAfter(question: string, siblings: readonly AnswerUnit[], at: number): AnswerUnit[] {
  const [leadIn, first] = siblings.slice(at + 1)
  if (leadIn?.kind !== 'lead-in' || first?.kind !== 'item') return []
  if (!asksHow(question) && (isNumberedItem(first.text) || !asksForAll(question) || asksForOneThing(question)))
    return []
  return [leadIn, ...fitting(runAtStart(siblings.slice(at + 2), isListPart))]
}

/** Returns the list, or of a long one its beginning, or else the item that answers; "…" stands for what is left out. */
function fitting(list: readonly AnswerUnit[], item = list[0]): AnswerUnit[] {
  let words = 0
  const end = list.findIndex((unit) => {
    words += unit.words
    return words > maxListWords
  })
  if (end < 0 || !item) return [...list]
  const omission = { ...item, text: '- …', above: [], words: 0, terms: new Set<string>(), shortAnswer: undefined }
  const beginning = list.slice(0, end)
  return beginning.includes(item) ? [...beginning, omission] : [omission, item, omission]
}
