import { splitHeadingPath } from '../../content/indexing/heading-path.ts'
import { stemsOf } from '../../ingest/analyze.ts'
import { monthNumbers } from '../../ingest/calendar-words.ts'
import { doneSign } from '../../ingest/list-marker.ts'
import type { HydratedPassage } from '../../search/hydrate-passages.ts'
import { isNumberedItem, stripListMarker } from '../list-marker.ts'
import { type MinutesQuestion, readMinutesQuestion } from '../question/minutes-question.ts'
import type { ReadPassage } from '../reading/read-passages.ts'
import { countShared } from '../set-similarity.ts'
import { type AnswerUnit, countAllWords, lineOf, unitOf } from './answer-units.ts'
import { readLabel } from './labelled-line.ts'
import { passageUnits } from './split-units.ts'
import { runAtStart } from './unit-run.ts'

/**
 * Returns what the latest minutes say of the decision, the open tasks, the absentees or the next meeting that the question asks
 * for, or nothing if those of other meetings were read only. Undefined for other questions, and where nothing is marked as such.
 */
export function composeMinutes(question: string, read: readonly ReadPassage[]): AnswerUnit[] | undefined {
  const asked = readMinutesQuestion(question)
  if (asked === undefined) return undefined
  const found = read.flatMap((one, rank) => findEntries(asked, one.passage, passageUnits(one, rank)))
  if (found.length === 0) return undefined
  const named = found.flatMap((entry) => {
    const match = asked.asksFor === 'decision' ? entry.match : matchMeeting(asked.about, entry, read)
    return match === undefined ? [] : [{ ...entry, match }]
  })
  const closest = Math.max(0, ...named.map(({ match }) => match))
  const dated = named
    .filter(({ match }) => match === closest)
    .map((entry) => ({ entry, date: dateOf(entry.passage, read) }))
    .sort((a, b) => b.date - a.date)
  if (dated[0]) return dated[0].entry.units.map((unit) => ({ ...unit, shortAnswer: undefined }))
  // "The tasks of the safety officer" are in no minutes.
  return asked.asksFor === 'tasks' ? undefined : []
}

/** A decision, a list of tasks, or a line with absentees. */
interface Entry {
  units: AnswerUnit[]
  passage: HydratedPassage
  /** How well it fits what the question names. */
  match: number
}

function findEntries(
  { asksFor, about }: MinutesQuestion,
  passage: HydratedPassage,
  units: readonly AnswerUnit[],
): Entry[] {
  if (asksFor === 'decision') return findDecisions(about, passage, units)
  if (asksFor === 'tasks') return findTasks(passage, units)
  const label = asksFor === 'next' ? nextMeeting : absentees
  return units.flatMap((unit) => (label.test(stripListMarker(unit.text)) ? [{ units: [unit], passage, match: 0 }] : []))
}

/** "Apologies: Ann", "Absent (excused): Ben" */
const absentees =
  /^(?:absent\p{L}*|apolog(?:y|ies)|excused|missing|not (?:present|attending)|regrets|abwesend|entschuldigt|es fehl(?:t|en|ten)|absente?s|excusée?s|ausentes)(?!\p{L})[^:]{0,25}:\s/iu
const nextMeeting = /^next (?:meeting|weekly|\p{L}+ meeting)[^:]{0,25}:\s/iu
const tasksTitle =
  /^(?:(?:open|outstanding|new|next|our) )?(?:action (?:items|points)|actions|tasks|to[- ]?dos?|todos|follow-ups|next steps|(?:points|issues|items)(?= open)|aufgaben|offene punkte|nächste schritte)(?: open)?\W*$/i
const decided =
  /(?<!\p{L})(?:decid(?:e[ds]?|ing)|decisions?|agree[ds]?|agreement|resolved|resolutions?|approved|rejected|postponed|adopted|beschlossen|beschluss|entschieden|vereinbart|décid\p{L}+|décision|decidi\p{L}+|decisión|acord\p{L}+)(?!\p{L})/iu

/** Returns the list below a title for tasks, with the title, without those that are done. */
function findTasks(passage: HydratedPassage, units: readonly AnswerUnit[]): Entry[] {
  const title = units.findIndex(({ kind, text }) => kind !== 'item' && tasksTitle.test(text))
  const heading = splitHeadingPath(passage.heading).at(-1) ?? ''
  if (title < 0 && !tasksTitle.test(heading)) return []
  const tasks = runAtStart(units.slice(title + 1), ({ kind }) => kind === 'item' || kind === 'row')
  const list = tasks.filter(({ text }) => !stripListMarker(text).startsWith(doneSign))
  const label = title < 0 ? headingUnit(heading, list[0]) : units.slice(title, title + 1)
  return list.length > 0 ? [{ units: [...label, ...list], passage, match: 0 }] : []
}

const maxDecisionWords = 80

/** Returns the decisions about the topic, below its title, in a paragraph about it, or that name it. */
function findDecisions(topic: string, passage: HydratedPassage, units: readonly AnswerUnit[]): Entry[] {
  const { language } = passage.document
  const asked = new Set(stemsOf(topic, language))
  const isAbout = (text: string) =>
    asked.size > 0 && countShared(asked, new Set(stemsOf(text, language))) === asked.size
  const entries: Entry[] = []
  for (const section of sectionsOf(units, passage)) {
    const lines = linesOf(section.units)
    const isOnTopic = isAbout(section.title)
    const chosen = lines.flatMap((line) => {
      const at = line.findIndex(({ text }) => decided.test(text))
      if (at < 0) return []
      if (isOnTopic) return line.slice(at)
      const label = readLabel(line[0]!.text) ?? ''
      if (at > 0 && isAbout(label)) return [...headingUnit(label, line[at]), ...line.slice(at)]
      return isAbout(line.map(({ text }) => text).join(' ')) ? line : []
    })
    if (chosen.length === 0 || countAllWords(chosen) > maxDecisionWords) continue
    const title = isOnTopic ? headingUnit(section.title, chosen[0]) : []
    entries.push({ units: [...title, ...chosen], passage, match: isOnTopic ? 2 : 1 })
  }
  return entries
}

/** Returns the parts of a passage below its own heading, labels and numbered lines with text below them. */
function sectionsOf(units: readonly AnswerUnit[], passage: HydratedPassage): { title: string; units: AnswerUnit[] }[] {
  const heading = splitHeadingPath(passage.heading).at(-1) ?? ''
  const sections = [{ title: heading, units: [] as AnswerUnit[] }]
  for (const [index, unit] of units.entries()) {
    const isTitle = unit.kind === 'label' || (isNumberedItem(unit.text) && units[index + 1]?.kind === 'sentence')
    if (isTitle) sections.push({ title: stripListMarker(unit.text), units: [] })
    else sections.at(-1)!.units.push(unit)
  }
  return sections
}

/** Returns the sentences of each paragraph, of lines that follow each other without a label, and of each item. */
function linesOf(units: readonly AnswerUnit[]): AnswerUnit[][] {
  const lines: AnswerUnit[][] = []
  for (const [index, unit] of units.entries()) {
    const previous = units[index - 1]
    if (previous && lineOf(unit).includes(previous.text)) lines.at(-1)!.push(unit)
    else lines.push([unit])
  }
  return lines
}

function headingUnit(title: string, first: AnswerUnit | undefined): AnswerUnit[] {
  if (first === undefined || title === '' || title === first.passage.document.title) return []
  return [{ ...unitOf(title, first.passage, first.rank, 0), kind: 'heading', position: first.position }]
}

/** Returns how many of the words that name the meeting stand in the title; undefined if the head of the minutes lacks one. */
function matchMeeting(about: string, { passage }: Entry, read: readonly ReadPassage[]): number | undefined {
  const { document, heading } = passage
  const stemsIn = (...parts: string[]) => new Set(stemsOf(parts.join('\n'), document.language))
  const asked = stemsIn(about)
  const titles = [document.title, ...document.path]
  if (countShared(asked, stemsIn(...titles, heading, headOf(passage, read))) < asked.size) return undefined
  return countShared(asked, stemsIn(...titles))
}

const maxHeadLength = 200

/** Returns the beginning of the document of a passage, if it was read. */
function headOf({ documentKey }: HydratedPassage, read: readonly ReadPassage[]): string {
  const first = read.find(({ passage }) => passage.documentKey === documentKey && passage.ordinal === 0)
  return first?.passage.body.slice(0, maxHeadLength) ?? ''
}

const isoDate = /(?<!\d)(?<year>20\d\d)[-. ](?<month>\d\d)[-. ](?<day>\d\d)(?!\d)/
const wordedDate = /(?<!\d)(?<day>\d{1,2})(?:st|nd|rd|th|\.)? (?<name>\p{L}{3,10})\.? (?<year>20\d\d)(?!\d)/u

/** Returns the date in the title or the beginning of a document in milliseconds, else when it was changed. */
function dateOf(passage: HydratedPassage, read: readonly ReadPassage[]): number {
  const { document } = passage
  for (const text of [document.title, headOf(passage, read)]) {
    const { year, month, name, day } = (isoDate.exec(text) ?? wordedDate.exec(text))?.groups ?? {}
    const number = month === undefined ? monthNumbers.get((name ?? '').toLowerCase()) : Number(month)
    if (year !== undefined && number !== undefined) return Date.UTC(Number(year), number - 1, Number(day))
  }
  return document.updatedAt.getTime()
}
