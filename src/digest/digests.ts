import type { Viewer } from '../access/viewer.ts'
import type { Assistant, Assistants } from '../library/assistants.ts'
import type { Database } from '../storage/database.ts'
import { type ChangedText, readChangedTexts } from './changed-texts.ts'
import { type Change, type Period, selectChanges } from './changes.ts'
import { type ToldChange, tellChange } from './digest-lines.ts'
import { digestMarkdown, type ShownDigest, type ShownLine } from './digest-markdown.ts'
import { type Topic, topicsOf } from './digest-topics.ts'
import type { DigestWriter } from './digest-writer.ts'

export interface Digests {
  /** What is new in the assistant's scope within its period, told to this viewer, in markdown. */
  tell(viewer: Viewer, assistantId: string): Promise<string>
  /** The same from a moment on, before it is put into words. */
  compose(viewer: Viewer, assistant: Assistant, since?: Date, signal?: AbortSignal): Promise<ComposedDigest>
}

export interface ComposedDigest extends ShownDigest {
  until: Date
}

const dayMs = 24 * 3600_000
/** What one reads: so many documents at most, and within so many characters. */
const mostDocuments = 60
const mostCharacters = 20_000
/** How many lines a document gets: more where there are few documents. */
const linesOfOne = (documents: number) => (documents <= 12 ? 4 : documents <= 30 ? 2 : 1)

export function createDigests({
  database,
  assistants,
  writer,
  now,
}: {
  database: Database
  assistants: Assistants
  /** Absent: what changed is quoted, not written. */
  writer: DigestWriter | undefined
  now: () => Date
}): Digests {
  const compose: Digests['compose'] = async (viewer, assistant, since, signal) => {
    const until = now()
    const datedAfter = new Date(until.getTime() - assistant.digestDays * dayMs)
    const period = { since: since ?? datedAfter, until, datedAfter }
    const read = await database.readAs(viewer, async (store) => {
      const selected = await selectChanges(store, viewer, assistant.scope, period, mostDocuments)
      const texts = await readChangedTexts(store, viewer, selected.changes, period.since)
      return { ...selected, texts, topicOf: await topicsOf(store, viewer, selected.changes) }
    })
    const told = tellAll(read.changes, read.texts, period)
    const language = assistant.language ?? commonest(told.map(({ change }) => change.language)) ?? 'en'
    const quoted = inOrder(told, read.topicOf)
    const lines = writer
      ? await writer({
          lines: quoted,
          changes: read.changes,
          texts: read.texts,
          instructions: assistant.instructions,
          language,
          signal: signal ?? new AbortController().signal,
        })
      : quoted
    const digest = {
      lines,
      moreCount: read.moreCount,
      deletedCount: read.deletedCount,
      days: Math.max(1, Math.round((until.getTime() - period.since.getTime()) / dayMs)),
      language,
    }
    return { ...withinLength(digest), until }
  }

  return {
    compose,
    tell: async (viewer, assistantId) =>
      digestMarkdown(await compose(viewer, await assistants.find(viewer, assistantId))),
  }
}

function tellAll(
  changes: readonly Change[],
  texts: ReadonlyMap<number, ChangedText>,
  period: Period,
): ToldChange[] {
  const told = changes.flatMap((change) => tellChange(change, texts.get(change.key), period) ?? [])
  const most = linesOfOne(told.length)
  return told
    .map((one) => ({ ...one, lines: one.lines.slice(0, most) }))
    .sort((one, other) => other.importance - one.importance || one.change.key - other.change.key)
}

/** Topic by topic, the one with the most important change first, and so within each. */
function inOrder(told: readonly ToldChange[], topicOf: (change: Change) => Topic | undefined): ShownLine[] {
  const topics = new Map<string, ShownLine[]>()
  for (const { change, lines } of told) {
    const topic = topicOf(change)
    const name = JSON.stringify(topic?.place ?? null)
    const shown = lines.map((line) => ({
      ...line,
      title: change.title,
      url: change.url,
      topic: topic?.place,
      topicName: topic?.name,
    }))
    topics.set(name, [...(topics.get(name) ?? []), ...shown])
  }
  return [...topics.values()].flat()
}

/** Further lines of a document go first, then the documents told last. */
function withinLength(digest: ShownDigest): ShownDigest {
  let lines = digest.lines
  let { moreCount } = digest
  const isTooLong = () => digestMarkdown({ ...digest, lines, moreCount }).length > mostCharacters
  if (!isTooLong()) return digest
  const seen = new Set<number>()
  lines = lines.filter(({ documentKey }) => !seen.has(documentKey) && seen.add(documentKey))
  while (lines.length > 1 && isTooLong()) {
    lines = lines.slice(0, -1)
    moreCount += 1
  }
  return { ...digest, lines, moreCount }
}

function commonest(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((one, other) => other[1] - one[1] || one[0].localeCompare(other[0]))[0]?.[0]
}
