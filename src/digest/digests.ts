import type { Caller } from '../access/caller.ts'
import type { Assistant, Assistants } from '../content/assistants.ts'
import type { Database } from '../storage/database.ts'
import { type ChangeSummary, summarizeChange } from './change-summary.ts'
import { type ChangedText, readChangedTexts } from './changed-texts.ts'
import { type DigestChange, type DigestPeriod, selectChanges } from './digest-changes.ts'
import { type RenderableDigest, type RenderableLine, renderDigestMarkdown } from './digest-markdown.ts'
import { type DigestTopic, resolveTopics } from './digest-topics.ts'
import type { DigestWriter } from './digest-writer.ts'

export interface Digests {
  /** What is new in the assistant's scope within its period, told to this viewer, in markdown. */
  renderMarkdown(caller: Caller, assistantId: string): Promise<string>
  /** The same from a moment on, before it is put into words. */
  compose(caller: Caller, assistant: Assistant, since?: Date, signal?: AbortSignal): Promise<ComposedDigest>
}

export interface ComposedDigest extends RenderableDigest {
  until: Date
}

const dayMs = 24 * 3600_000
/** What one reads: so many documents at most, and within so many characters. */
const maxDocuments = 60
const maxDigestCharacters = 20_000
/** How many lines a document gets: more where there are few documents. */
const maxLinesPerDocument = (documents: number) => (documents <= 12 ? 4 : documents <= 30 ? 2 : 1)

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
  const compose: Digests['compose'] = async (caller, assistant, since, signal) => {
    const until = now()
    const datedAfter = new Date(until.getTime() - assistant.digestDays * dayMs)
    const period = { since: since ?? datedAfter, until, datedAfter }
    const read = await database.readAs(caller, async (store) => {
      const selected = await selectChanges(store, caller, assistant.scope, period, maxDocuments)
      const texts = await readChangedTexts(store, caller, selected.changes, period.since)
      return { ...selected, texts, topicOf: await resolveTopics(store, caller, selected.changes) }
    })
    const told = summarizeChanges(read.changes, read.texts, period)
    const language = assistant.language ?? mostFrequent(told.map(({ change }) => change.language)) ?? 'en'
    const quoted = groupByDigestTopic(told, read.topicOf)
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
    return { ...trimToMaxLength(digest), until }
  }

  return {
    compose,
    renderMarkdown: async (caller, assistantId) =>
      renderDigestMarkdown(await compose(caller, await assistants.find(caller, assistantId))),
  }
}

function summarizeChanges(
  changes: readonly DigestChange[],
  texts: ReadonlyMap<number, ChangedText>,
  period: DigestPeriod,
): ChangeSummary[] {
  const told = changes.flatMap((change) => summarizeChange(change, texts.get(change.key), period) ?? [])
  const most = maxLinesPerDocument(told.length)
  return told
    .map((one) => ({ ...one, lines: one.lines.slice(0, most) }))
    .sort((one, other) => other.importance - one.importance || one.change.key - other.change.key)
}

/** Topic by topic, the one with the most important change first, and so within each. */
function groupByDigestTopic(
  told: readonly ChangeSummary[],
  topicOf: (change: DigestChange) => DigestTopic | undefined,
): RenderableLine[] {
  const topics = new Map<string, RenderableLine[]>()
  for (const { change, lines } of told) {
    const topic = topicOf(change)
    const name = JSON.stringify(topic?.ref ?? null)
    const shown = lines.map((line) => ({
      ...line,
      title: change.title,
      url: change.url,
      topic: topic?.ref,
      topicName: topic?.name,
    }))
    topics.set(name, [...(topics.get(name) ?? []), ...shown])
  }
  return [...topics.values()].flat()
}

/** Further lines of a document go first, then the documents told last. */
function trimToMaxLength(digest: RenderableDigest): RenderableDigest {
  let lines = digest.lines
  let { moreCount } = digest
  const isTooLong = () => renderDigestMarkdown({ ...digest, lines, moreCount }).length > maxDigestCharacters
  if (!isTooLong()) return digest
  const seen = new Set<number>()
  lines = lines.filter(({ documentKey }) => !seen.has(documentKey) && seen.add(documentKey))
  while (lines.length > 1 && isTooLong()) {
    lines = lines.slice(0, -1)
    moreCount += 1
  }
  return { ...digest, lines, moreCount }
}

function mostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((one, other) => other[1] - one[1] || one[0].localeCompare(other[0]))[0]?.[0]
}
