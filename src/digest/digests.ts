import type { Caller } from '../access/caller.ts'
import type { Assistant, Assistants } from '../content/assistants.ts'
import { documentUrl } from '../document-url.ts'
import { dayMs } from '../durations.ts'
import type { Database } from '../storage/database.ts'
import { type ChangeSummary, summarizeChange } from './change-summary.ts'
import { type ChangedText, readChangedTexts } from './changed-texts.ts'
import { type DigestChange, type DigestPeriod, selectChanges } from './digest-changes.ts'
import { type RenderableDigest, type RenderableLine, renderDigestMarkdown } from './digest-markdown.ts'
import { type DigestTopic, resolveTopics } from './digest-topics.ts'
import type { DigestWriter } from './digest-writer.ts'

export interface Digests {
  /** Returns the changes in the assistant's scope and period that the caller can see, as markdown. */
  renderMarkdown(caller: Caller, assistantId: string): Promise<string>
  /** Composes the same from `since` on, unrendered. */
  compose(caller: Caller, assistant: Assistant, since?: Date, signal?: AbortSignal): Promise<ComposedDigest>
}

export interface ComposedDigest extends RenderableDigest {
  until: Date
}

const maxDocuments = 60
const maxDigestCharacters = 20_000
/** Returns the lines per document: more if there are few documents. */
const maxLinesPerDocument = (documents: number) => (documents <= 12 ? 4 : documents <= 30 ? 2 : 1)

export function createDigests({
  database,
  assistants,
  publicUrl,
  writer,
  now,
}: {
  database: Database
  assistants: Assistants
  publicUrl: string
  writer: DigestWriter
  now: () => Date
}): Digests {
  const compose: Digests['compose'] = async (caller, assistant, since, signal) => {
    const until = now()
    const datedAfter = new Date(until.getTime() - assistant.digestDays * dayMs)
    const period = { since: since ?? datedAfter, until, datedAfter }
    const source = await database.readAs(caller, async (store) => {
      const selected = await selectChanges(store, caller, assistant.scope, period, maxDocuments)
      const texts = await readChangedTexts(store, caller, selected.changes, period.since)
      return { ...selected, texts, topicOf: await resolveTopics(store, caller, selected.changes) }
    })
    const summaries = summarizeChanges(source.changes, source.texts, period)
    const language = assistant.language ?? mostFrequent(summaries.map(({ change }) => change.language)) ?? 'en'
    const quoted = groupByDigestTopic(summaries, source.topicOf, publicUrl)
    const lines = await writer({
      organizationId: caller.organizationId,
      lines: quoted,
      changes: source.changes,
      texts: source.texts,
      instructions: assistant.instructions,
      language,
      signal: signal ?? new AbortController().signal,
    })
    const digest = {
      lines,
      moreCount: source.moreCount,
      deletedCount: source.deletedCount,
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
  const summaries = changes.flatMap((change) => summarizeChange(change, texts.get(change.key), period) ?? [])
  const maxLines = maxLinesPerDocument(summaries.length)
  return summaries
    .map((summary) => ({ ...summary, lines: summary.lines.slice(0, maxLines) }))
    .sort((a, b) => b.importance - a.importance || a.change.key - b.change.key)
}

/** Groups lines by topic, most important first, topics and lines alike. */
function groupByDigestTopic(
  summaries: readonly ChangeSummary[],
  topicOf: (change: DigestChange) => DigestTopic | undefined,
  publicUrl: string,
): RenderableLine[] {
  const topics = new Map<string, RenderableLine[]>()
  for (const { change, lines } of summaries) {
    const topic = topicOf(change)
    const name = JSON.stringify(topic?.ref ?? null)
    const renderable = lines.map((line) => ({
      ...line,
      title: change.title,
      url: documentUrl(publicUrl, change),
      topic: topic?.ref,
      topicName: topic?.name,
    }))
    topics.set(name, [...(topics.get(name) ?? []), ...renderable])
  }
  return [...topics.values()].flat()
}

/** Shortens a digest: first to one line per document, then by the last documents. */
function trimToMaxLength(digest: RenderableDigest): RenderableDigest {
  let lines = digest.lines
  let { moreCount } = digest
  const isTooLong = () => renderDigestMarkdown({ ...digest, lines, moreCount }).length > maxDigestCharacters
  if (!isTooLong()) return digest
  const included = new Set<number>()
  lines = lines.filter(({ documentKey }) => !included.has(documentKey) && included.add(documentKey))
  while (lines.length > 1 && isTooLong()) {
    lines = lines.slice(0, -1)
    moreCount += 1
  }
  return { ...digest, lines, moreCount }
}

function mostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))[0]?.[0]
}
