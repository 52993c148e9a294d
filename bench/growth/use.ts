import { Agent } from 'node:http'
import { sql } from 'kysely'
import { content, type ScratchApp } from '../../test/scratch-app.ts'
import { get, percentileMs, post, remove, timesMs } from '../load.ts'
import { madeUpPassages } from '../made-up-passages.ts'
import type { openMadeUpStore } from '../made-up-store.ts'
import { folderBytes } from '../peers/folder-bytes.ts'
import type { UseName, Uses } from './measured.ts'

const rounds = 40
const unmeasured = 10

/** One request after the other of each kind, and last of all questions while others write and delete. */
export async function measureUse(
  service: ScratchApp,
  store: Awaited<ReturnType<typeof openMadeUpStore>>,
  size: number,
): Promise<Uses> {
  const url = await service.address()
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const asked = madeUpPassages(99, 8)
  const all = { authorization: `Bearer ${store.all}` }
  const few = { authorization: `Bearer ${store.few}` }
  const search = (headers: typeof all) => () =>
    post(`${url}/v1/search`, agent, headers, { query: asked.question(), limit: 10 })
  const ask = (headers: typeof all) => () =>
    post(`${url}/v1/ask`, agent, headers, { question: asked.question() })
  let page = 0
  let pages = 1
  const list = async () => {
    const listed = await get(`${url}/v1/ask/index?rootId=made&page=${page}`, agent, all)
    pages = (JSON.parse(listed) as { nbPages: number }).nbPages
    page = (page + 1) % Math.max(1, pages)
  }
  // Each size takes others away: the last ones that were stored for it.
  let number = size
  const takeAway = () => remove(`${url}/v1/ask/index?rootId=made&id=item-${--number}`, agent, all)
  const works: Record<Exclude<UseName, 'ask, while others write'>, () => Promise<unknown>> = {
    'search, sees 8 %': search(few),
    'search, sees all': search(all),
    'ask, sees 8 %': ask(few),
    'ask, sees all': ask(all),
    list,
    delete: takeAway,
  }
  const uses = {} as Uses
  try {
    for (const [name, work] of Object.entries(works)) uses[name as UseName] = await measure(work)
    let goesOn = true
    const writing = (async () => {
      for (let n = 0; goesOn; n++) {
        const item = content({ rootId: 'made', id: `new-${size}-${n}`, content: asked.next().body })
        await post(`${url}/v1/ask/index`, agent, all, item)
        if (n % 2 === 1) await takeAway()
      }
    })()
    uses['ask, while others write'] = await measure(ask(all))
    goesOn = false
    await writing
    return uses
  } finally {
    agent.destroy()
  }
}

async function measure(work: () => Promise<unknown>) {
  await timesMs(unmeasured, work)
  const before = process.cpuUsage()
  const times = await timesMs(rounds, work)
  const { user, system } = process.cpuUsage(before)
  return {
    p50: percentileMs(times, 0.5),
    p95: percentileMs(times, 0.95),
    cpuMs: (user + system) / 1000 / rounds,
  }
}

export async function diskMb({ database, settings }: ScratchApp): Promise<number> {
  if (database.engine === 'pglite') return Math.round((await folderBytes(settings.dataDir)) / 2 ** 20)
  const { rows } = await sql<{ size: number }>`
    select pg_database_size(current_database()) as size`.execute(database.service)
  return Math.round(Number(rows[0]?.size) / 2 ** 20)
}
