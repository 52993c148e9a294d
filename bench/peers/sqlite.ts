import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fuseByReciprocalRank, loadPackage, type Peer } from './peer.ts'
import { dimensions, isVisible, type VisibleShare } from './synthetic-dataset.ts'

interface Statement {
  run(...values: unknown[]): void
  all(...values: unknown[]): { n: number }[]
}
interface SqlitePackage {
  DatabaseSync: new (
    path: string,
    options: object,
  ) => {
    exec(text: string): void
    prepare(text: string): Statement
    enableLoadExtension(isAllowed: boolean): void
    close(): void
  }
}

/** SQLite with FTS5 for words and sqlite-vec for vectors, in one file. */
export async function openSqlite(folder: string): Promise<Peer> {
  const { DatabaseSync } = loadPackage<SqlitePackage>('@photostructure/sqlite')
  const path = join(folder, 'peer.sqlite')
  const database = new DatabaseSync(path, { allowExtension: true })
  database.enableLoadExtension(true)
  loadPackage<{ load(into: object): void }>('sqlite-vec').load(database)
  database.exec('pragma journal_mode = wal; pragma synchronous = normal')
  database.exec('create table passage (n integer primary key, few integer, title text, body text)')
  database.exec("create virtual table words using fts5(title, body, content = 'passage', content_rowid = 'n')")
  database.exec(
    `create virtual table meaning using vec0(n integer primary key, few boolean, embedding float[${dimensions}] distance_metric=cosine)`,
  )
  const addPassage = database.prepare('insert into passage (n, few, title, body) values (?, ?, ?, ?)')
  const addWords = database.prepare('insert into words (rowid, title, body) values (?, ?, ?)')
  const addMeaning = database.prepare('insert into meaning (n, few, embedding) values (?, ?, ?)')
  const near = (condition: string) =>
    database.prepare(`select n from meaning where embedding match ? and k = ? ${condition} order by distance`)
  const nearIn = { '8 %': near('and few = 1'), '100 %': near('') }
  const words = (condition: string) =>
    database.prepare(`select w.rowid as n from words w ${condition} where words match ? order by rank limit ?`)
  const wordsIn = {
    '8 %': words('join passage p on p.n = w.rowid and p.few = 1'),
    '100 %': words(''),
  }

  const nearest = async (vector: Float32Array, share: VisibleShare, limit: number) =>
    nearIn[share].all(toBytes(vector), limit).map(({ n }) => Number(n))

  return {
    name: 'SQLite FTS5 + sqlite-vec',
    setup: 'external-content FTS5, vec0 with the filter as a metadata column, fused by rank',
    async add(items) {
      database.exec('begin')
      for (const { n, title, body, vector } of items) {
        const few = isVisible('8 %', n) ? 1 : 0
        addPassage.run(n, few, title, body)
        addWords.run(n, title, body)
        // sqlite-vec wants whole numbers told apart from fractions.
        addMeaning.run(BigInt(n), BigInt(few), toBytes(vector))
      }
      database.exec('commit')
    },
    async finish() {
      database.exec("insert into words (words) values ('optimize'); pragma wal_checkpoint(truncate)")
    },
    nearest,
    async search({ text, vector }, share, limit) {
      const terms = text
        .split(' ')
        .map((word) => `"${word}"`)
        .join(' OR ')
      const byWords = wordsIn[share].all(terms, limit).map(({ n }) => Number(n))
      return fuseByReciprocalRank([byWords, await nearest(vector, share, limit)], limit)
    },
    diskBytes: async () => (await stat(path)).size,
    async close() {
      database.close()
    },
  }
}

function toBytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
}
