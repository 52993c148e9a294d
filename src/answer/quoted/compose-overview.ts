import { splitHeadingPath } from '../../content/indexing/heading-path.ts'
import { stemsOf } from '../../ingest/analyze.ts'
import { plainWords } from '../../ingest/plain-words.ts'
import { askedPart, askedTopic, withoutRules } from '../question/topic-question.ts'
import { type ReadPassage, readingRank } from '../reading/read-passages.ts'
import { countShared } from '../set-similarity.ts'
import { type AnswerUnit, isQuotable } from './answer-units.ts'
import { isCase } from './case-question.ts'
import { withHeading } from './list-heading.ts'
import { passageUnits } from './split-units.ts'

/** Words of each passage; the list or table that begins within them goes on up to `maxBlockWords`. */
const maxWords = 40
const maxBlockWords = 120

/**
 * Returns the beginnings of a page or section, with those of its passage that fits best, if the question asks about its topic
 * as a whole; nothing otherwise.
 */
export function composeOverview(question: string, read: readonly ReadPassage[]): AnswerUnit[] {
  const topic = askedTopic(question)
  const [best, ...others] = topic === undefined ? [] : ranksOnTopic(topic, read)
  if (best === undefined) return []
  const ordinalOf = (rank: number) => read[rank]!.passage.ordinal
  const first = others.sort((a, b) => ordinalOf(a) - ordinalOf(b))[0]
  const ranks = [best, ...(first === undefined ? [] : [first])].sort((a, b) => ordinalOf(a) - ordinalOf(b))
  const beginnings = ranks.map((rank) => beginningOf(passageUnits(read[rank]!, rank)))
  return joinAdjacent(beginnings).map((unit) => ({ ...unit, shortAnswer: undefined }))
}

/** Returns the units one after the other; those of the next passage as of the same one, so that its table goes on. */
function joinAdjacent([own = [], next = []]: readonly AnswerUnit[][]): AnswerUnit[] {
  const [last, first] = [own.at(-1), next[0]]
  const isAdjacent = last !== undefined && first?.passage.ordinal === last.passage.ordinal + 1
  return [...own, ...(isAdjacent ? next.map((unit) => ({ ...unit, rank: last.rank })) : next)]
}

/**
 * Returns the list or table below a heading that is what the question asks for all things of: "Risks", on the page
 * "Kestrel", for "What are the risks of Kestrel?". Nothing otherwise.
 */
export function composeNamedList(question: string, read: readonly ReadPassage[]): AnswerUnit[] {
  const asked = askedPart(question)
  if (asked === undefined) return []
  for (const [rank, one] of read.entries()) {
    const { documentKey, document, heading } = one.passage
    const stemsIn = (text: string) => new Set(stemsOf(text, document.language))
    const units = passageUnits(one, rank)
    const labels = units.filter(({ kind }) => kind === 'label').map(({ text }) => text)
    const headings = read.flatMap(({ passage }) => (passage.documentKey === documentKey ? passage.heading : []))
    const topic = stemsIn(asked.topic)
    const titles = stemsIn([document.title, ...headings, ...labels].join('\n'))
    if (countShared(topic, titles) < topic.size) continue
    const part = stemsIn(asked.part)
    const isPart = (title: string) => {
      const stems = stemsIn(title)
      return part.size > 0 && part.size === stems.size && countShared(part, stems) === part.size
    }
    // A short section shares its passage with others, and has its heading there.
    const label = units.findIndex(({ kind, text }) => kind === 'label' && isPart(text))
    if (label < 0 && !isPart(splitHeadingPath(heading).at(-1) ?? '')) continue
    const listed = units.slice(label + 1)
    if (['item', 'row', 'lead-in'].includes(listed.find(isQuotable)?.kind ?? ''))
      return beginningOf(units.slice(Math.max(label, 0))).map((unit) => ({ ...unit, shortAnswer: undefined }))
  }
  return []
}

/** Returns the ranks of the passages of the page or section that the topic names best, the best passage first. */
function ranksOnTopic(topic: string, read: readonly ReadPassage[]): number[] {
  const phrases = [topic, withoutRules(topic)].map((text) => ({
    stems: new Set(stemsOf(text)),
    words: new Set(plainWords(text)),
  }))
  const matches = read.map(({ passage: { document, heading } }) => {
    const titles = [document.title, wordsOfId(document.id), ...splitHeadingPath(heading)]
    return Math.max(...titles.flatMap((title) => phrases.map((phrase) => titleMatch(phrase, title, document.language))))
  })
  const best = Math.max(0, ...matches)
  if (best === 0) return []
  const ranks = [...matches.keys()]
    .filter((rank) => matches[rank] === best)
    .sort((a, b) => readingRank(read[b]!) - readingRank(read[a]!))
  const { documentKey } = read[ranks[0]!]!.passage
  return ranks.filter((rank) => read[rank]!.passage.documentKey === documentKey)
}

/** Returns the words of an id that is a file's name or part of an address: "parental leave" of "people/parental-leave.md". */
function wordsOfId(id: string): string {
  const name = id
    .split('/')
    .at(-1)!
    .replace(/\.\w+$/, '')
  return /^\p{L}+(?:[-_ ]\p{L}+)*$/u.test(name) ? name.replace(/[-_]/g, ' ') : ''
}

interface Phrase {
  stems: ReadonlySet<string>
  words: ReadonlySet<string>
}

/**
 * Returns which share of the title the topic makes up; 0 if the title lacks a word of it. Of "Leave" and "Leaving", which have
 * one stem, the title with the words as they are asked matches a little better.
 */
function titleMatch(asked: Phrase, title: string, language: string): number {
  const stems = new Set(stemsOf(title, language))
  const shared = countShared(asked.stems, stems)
  if (asked.stems.size === 0 || shared < asked.stems.size) return 0
  return shared / stems.size + countShared(asked.words, new Set(plainWords(title))) * sameWordBonus
}

/** Small beside any difference between two shares. */
const sameWordBonus = 1e-4

/** Returns the first units of a passage: a few sentences, and the list or table that begins within them. */
function beginningOf(units: readonly AnswerUnit[]): AnswerUnit[] {
  const taken: AnswerUnit[] = []
  let words = 0
  for (const [index, unit] of units.entries()) {
    const introducesBlock = ['item', 'row'].includes(units[index + 1]?.kind ?? '')
    const introduces = (unit.kind === 'label' && introducesBlock) || isCase(unit)
    if (!isQuotable(unit) && !introduces) continue
    const continuesBlock = (unit.kind === 'item' || unit.kind === 'row') && units[index - 1]?.kind === unit.kind
    words += unit.words
    if (taken.length > 0 && words > (continuesBlock ? maxBlockWords : maxWords)) break
    taken.push(unit)
  }
  while (taken.length > 0 && !isStatement(taken.at(-1)!)) taken.pop()
  return withHeading(taken)
}

/** Tells whether the unit says something by itself, without what follows it. */
function isStatement(unit: AnswerUnit): boolean {
  return isQuotable(unit) && unit.kind !== 'lead-in'
}
