import { Agent } from 'node:http'
import { sql } from 'kysely'
import { contentFixture, type TestApp } from '../../test/support/test-app.ts'
import { deleteRequest, get, measureTimesMs, percentile, post } from '../http-load.ts'
import { folderBytes } from '../peers/folder-bytes.ts'
import { createPassageGenerator } from '../synthetic-passages.ts'
import type { createSyntheticStore } from '../synthetic-store.ts'
import type { OperationName, OperationTimings } from './report.ts'

const rounds = 40
const warmUpRounds = 10

/** Measures sequential requests of each kind, and last questions during writes and deletions. */
export async function measureOperations(
  service: TestApp,
  store: Awaited<ReturnType<typeof createSyntheticStore>>,
  size: number,
): Promise<OperationTimings> {
  const url = await service.baseUrl()
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const passages = createPassageGenerator(99, 8)
  const all = { authorization: `Bearer ${store.all}` }
  const few = { authorization: `Bearer ${store.few}` }
  const search = (headers: typeof all) => () =>
    post(`${url}/v1/search`, agent, headers, { query: passages.question(), limit: 10 })
  const ask = (headers: typeof all) => () => post(`${url}/v1/ask`, agent, headers, { question: passages.question() })
  let page = 0
  let pages = 1
  const list = async () => {
    const listed = await get(`${url}/v1/ask/index?rootId=made&page=${page}`, agent, all)
    pages = (JSON.parse(listed) as { nbPages: number }).nbPages
    page = (page + 1) % Math.max(1, pages)
  }
  // Each size deletes the items that were stored last for it.
  let number = size
  const deleteLast = () => deleteRequest(`${url}/v1/ask/index?rootId=made&id=item-${--number}`, agent, all)
  const works: Record<Exclude<OperationName, 'ask, while others write'>, () => Promise<unknown>> = {
    'search, sees 8 %': search(few),
    'search, sees all': search(all),
    'ask, sees 8 %': ask(few),
    'ask, sees all': ask(all),
    list,
    delete: deleteLast,
  }
  const timings = {} as OperationTimings
  try {
    for (const [name, work] of Object.entries(works)) timings[name as OperationName] = await measureOperation(work)
    let isWriting = true
    const writing = (async () => {
      for (let n = 0; isWriting; n++) {
        const item = contentFixture({ rootId: 'made', id: `new-${size}-${n}`, content: passages.next().body })
        await post(`${url}/v1/ask/index`, agent, all, item)
        if (n % 2 === 1) await deleteLast()
      }
    })()
    timings['ask, while others write'] = await measureOperation(ask(all))
    isWriting = false
    await writing
    return timings
  } finally {
    agent.destroy()
  }
}

async function measureOperation(work: () => Promise<unknown>) {
  await measureTimesMs(warmUpRounds, work)
  const before = process.cpuUsage()
  const times = await measureTimesMs(rounds, work)
  const { user, system } = process.cpuUsage(before)
  return {
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    cpuMs: (user + system) / 1000 / rounds,
  }
}

export async function diskMb({ database, settings }: TestApp): Promise<number> {
  if (database.engine === 'pglite') return Math.round((await folderBytes(settings.dataDir)) / 2 ** 20)
  const { rows } = await sql<{ size: number }>`
    select pg_database_size(current_database()) as size`.execute(database.unrestricted)
  return Math.round(Number(rows[0]?.size) / 2 ** 20)
}
