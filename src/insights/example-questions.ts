import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { visibleTo } from '../access/visibility.ts'
import type { AnswerPipeline } from '../answer/answer-pipeline.ts'
import type { AskPriority } from '../answer/ask-priority.ts'
import { LruMap } from '../lru-map.ts'
import type { Database } from '../storage/database.ts'
import { generateCandidates, type PassageRow } from './candidate-questions.ts'

export interface ExampleQuestions {
  list(caller: Caller): Promise<ExampleList>
}

export interface ExampleList {
  questions: string[]
  /** Whether the caller can see anything to ask about. */
  hasDocuments: boolean
}

const exampleCount = 4
const maxCandidatesAsked = 12
/** Newest documents that questions are made from. */
const maxDocuments = 40
const cacheTtlMs = 60 * 60_000
/** Until then, examples stay although other documents changed. */
const minLifetimeMs = 10 * 60_000
const maxCacheEntries = 1000

/**
 * Suggests questions that the caller's documents answer: asks each one with the caller's rights, and offers those that are
 * answered from the document that they were made from. Only one is asked at a time, and none while people ask.
 */
export function createExampleQuestions({
  database,
  ask,
  priority,
  now,
}: {
  database: Database
  /** Quotes, so that it costs nothing, and logs nothing. */
  ask: AnswerPipeline['ask']
  priority: Pick<AskPriority, 'runIdle'>
  now: () => Date
}): ExampleQuestions {
  const cache = new LruMap<string, CacheEntry>(maxCacheEntries)
  const generating = new Map<string, Promise<Example[]>>()
  let lastGeneration: Promise<unknown> = Promise.resolve()

  return {
    async list(caller) {
      // The audiences decide what a caller can see: people with the same ones share the examples.
      const key = `${caller.organizationId}/${caller.audienceIds.join(',')}`
      const known = cache.get(key)
      const newest = await readNewest(caller)
      const hasDocuments = newest.length > 0
      if (!hasDocuments || !caller.askEnabled) return { questions: [], hasDocuments }
      const version = newest.join()
      const examples = known && isFresh(known, newest) ? known.examples : await generateOnce(caller, key, version)
      return { questions: examples.map(({ question }) => question), hasDocuments }
    },
  }

  /** Tells whether nothing changed, or only documents without an example: the text of a document is in its question. */
  function isFresh({ at, version, examples }: CacheEntry, newest: readonly string[]): boolean {
    const age = now().getTime() - at
    if (version === newest.join()) return age < cacheTtlMs
    const isKept = examples.length === exampleCount && examples.every(({ state }) => newest.includes(state))
    return isKept && age < minLifetimeMs
  }

  /** Returns hashes of the documents that examples come from, as far as the caller can see them now. */
  async function readNewest(caller: Caller): Promise<string[]> {
    const { rows } = await database.readAs(caller, (store) =>
      sql<{ state: string }>`
        select ${documentState} as state from document d
        where ${visibleTo(caller, 'd')} and d.archived_at is null and not d.is_attachment
        order by d.updated_at desc, d.key limit ${maxDocuments}`.execute(store),
    )
    return rows.map(({ state }) => state)
  }

  /** Generates examples, one caller after the other; concurrent requests for the same audiences share the work. */
  function generateOnce(caller: Caller, key: string, version: string): Promise<Example[]> {
    const running = generating.get(`${key} ${version}`)
    if (running) return running
    const generation = lastGeneration
      .then(() => generate(caller))
      .then(({ examples, isComplete }) => {
        if (isComplete) cache.set(key, { at: now().getTime(), version, examples })
        return examples
      })
      .finally(() => generating.delete(`${key} ${version}`))
    generating.set(`${key} ${version}`, generation)
    lastGeneration = generation.catch(() => undefined)
    return generation
  }

  async function generate(caller: Caller): Promise<{ examples: Example[]; isComplete: boolean }> {
    const rows = await readPassages(caller)
    const documents = new Map(rows.map(({ document_key, id, state }) => [document_key, { id, state }]))
    const examples: Example[] = []
    const used = new Set<number>()
    let asked = 0
    for (const candidate of generateCandidates(rows)) {
      if (examples.length === exampleCount || asked === maxCandidatesAsked) break
      const { question, documentKey } = candidate
      const document = documents.get(documentKey)
      if (!document || used.has(documentKey)) continue
      asked += 1
      const result = await priority.runIdle((signal) => ask(caller, { question, parentId: undefined }, { signal }))
      if (!result) return { examples, isComplete: false }
      if (!result.sources.some(({ id }) => id === document.id)) continue
      used.add(documentKey)
      examples.push({ question, state: document.state })
    }
    return { examples, isComplete: true }
  }

  async function readPassages(caller: Caller): Promise<ExamplePassage[]> {
    const { rows } = await database.readAs(caller, (store) =>
      sql<ExamplePassage>`
        select c.document_key, d.id, ${documentState} as state, d.title, d.language, c.heading, c.body
        from document d join chunk c on ${visibleTo(caller, 'c')} and c.document_key = d.key
        where d.key in (
          select r.key from document r
          where ${visibleTo(caller, 'r')} and r.archived_at is null and not r.is_attachment
          order by r.updated_at desc, r.key limit ${maxDocuments}
        ) and ${visibleTo(caller, 'd')} and c.ordinal < 6
        order by d.updated_at desc, d.key, c.ordinal`.execute(store),
    )
    return rows
  }
}

interface Example {
  question: string
  /** Of the document that answers it. */
  state: string
}

interface CacheEntry {
  at: number
  /** The state of all documents that examples come from. */
  version: string
  examples: Example[]
}

interface ExamplePassage extends PassageRow {
  id: string
  state: string
}

const documentState = sql<string>`d.key || ' ' || md5(d.title || encode(d.content_hash, 'hex'))`
