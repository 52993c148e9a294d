import { readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, type DatabaseSettings, openDatabase } from '../../../src/storage/database.ts'
import { characterGramVector } from '../../support/stub-embeddings-server.ts'
import { type Expectations, markerWord, markerWords } from './expectations.ts'
import { rootId } from './writers.ts'

/**
 * Opens the store as the next process would (a lock that was left would keep it out) and tells what was lost, came back,
 * or does not agree. What it finds is what must hold from then on.
 */
export async function checkStore(settings: DatabaseSettings, expectations: Expectations): Promise<string[]> {
  const problems = findOpenFiles(settings.dataDir)
  const database = await openDatabase(settings)
  try {
    const found = await loadDocuments(database)
    for (const id of expectations.ids()) {
      const word = found.get(id)?.word
      if (!expectations.allows(id, word))
        problems.push(`${id} is ${word ?? 'gone'}, but was ${expectations.describe(id)}`)
      expectations.setActual(id, word)
    }
    for (const [id, document] of found) problems.push(...document.problems.map((one) => `${id}: ${one}`))
    for (const [id, { word }] of found) {
      const hits = await findByWord(database, word)
      if (hits.join() !== id) problems.push(`${id}: the word index gives ${hits.join() || 'nothing'}`)
    }
    problems.push(...(await countOrphans(database)))
    return problems
  } finally {
    await database.close()
  }
}

interface ChaosDocument {
  word: string
  problems: string[]
}

async function loadDocuments(database: Database): Promise<Map<string, ChaosDocument>> {
  const { rows } = await sql<{
    id: string
    content: string
    is_waiting: boolean
    chunks: { body: string; terms: string; vector: string | null }[]
  }>`
    select d.id, d.content,
      exists (select from embedding_waiting w where w.org_id = d.org_id and w.document_key = d.key) as is_waiting,
      coalesce(json_agg(json_build_object('body', c.body, 'terms', c.terms, 'vector', v.embedding::text)
        order by c.ordinal) filter (where c.key is not null), '[]') as chunks
    from document d left join chunk c on c.org_id = d.org_id and c.document_key = d.key
    left join chunk_vector v on v.org_id = c.org_id and v.chunk_key = c.key
    where d.root_id = ${rootId} group by d.org_id, d.key, d.id, d.content`.execute(database.unrestricted)
  return new Map(
    rows.map((row) => {
      const word = markerWord(row.content) ?? ''
      const problems: string[] = []
      const passages = row.chunks.map(({ body }) => body).join('\n')
      if (markerWords(passages).join() !== markerWords(row.content).join())
        problems.push('its passages are not its text')
      if (!row.chunks.every(({ terms }) => terms.includes(word))) problems.push('terms of another version')
      const unlike = row.chunks.filter(({ vector }) => vector !== null && !isVectorOfWord(vector, word))
      if (unlike.length > 0) problems.push(`${unlike.length} vectors of another text`)
      if (!row.is_waiting && row.chunks.some(({ vector }) => vector === null))
        problems.push('passages without a vector, and none on its way')
      return [row.id, { word, problems }]
    }),
  )
}

/** Whether a vector is that of a text with this word: the word's direction stands out in it. */
function isVectorOfWord(vector: string, word: string): boolean {
  const numbers = JSON.parse(vector) as number[]
  const direction = characterGramVector(word)
  return (numbers[direction.indexOf(Math.max(...direction))] as number) > 0.2
}

async function findByWord(database: Database, word: string): Promise<string[]> {
  const matches =
    database.lexical === 'bm25'
      ? sql`c.terms <@> to_bm25query(${word}, 'chunk_terms') < 0`
      : sql`c.terms_vector @@ ${word}::tsquery`
  const { rows } = await sql<{ id: string }>`
    select distinct d.id from chunk c join document d on d.org_id = c.org_id and d.key = c.document_key
    where ${matches}`.execute(database.unrestricted)
  return rows.map((row) => row.id)
}

/** What belongs to nothing any more. */
async function countOrphans(database: Database): Promise<string[]> {
  const { rows } = await sql<{ what: string; count: number }>`
    select 'passages' as what, count(*) from chunk c
      where not exists (select from document d where d.org_id = c.org_id and d.key = c.document_key)
    union all select 'vectors', count(*) from chunk_vector v
      where not exists (select from chunk c where c.org_id = v.org_id and c.key = v.chunk_key)
    union all select 'waiting', count(*) from embedding_waiting w
      where not exists (select from document d where d.org_id = w.org_id and d.key = w.document_key)`.execute(
    database.unrestricted,
  )
  return rows.filter(({ count }) => count > 0).map(({ what, count }) => `${count} ${what} of no document`)
}

/** Files of the store that some process of ours still has open, where the system tells. */
function findOpenFiles(directory: string): string[] {
  const below = `${realpathSync(directory)}/`
  const left: string[] = []
  for (const process of listDirectory('/proc').filter((name) => /^\d+$/.test(name))) {
    for (const handle of listDirectory(join('/proc', process, 'fd'))) {
      const path = readLink(join('/proc', process, 'fd', handle))
      if (path?.startsWith(below)) left.push(`${path} is still open in process ${process}`)
    }
  }
  return left
}

function listDirectory(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    // Gone meanwhile, somebody else's, or no such system.
    return []
  }
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
