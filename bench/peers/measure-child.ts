import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percentileMs } from '../load.ts'
import { memoryMb } from '../memory-mb.ts'
import { openLanceDb } from './lancedb.ts'
import { openLorewell } from './lorewell.ts'
import { type LoadQuery, queryFile, readItems, type Share, shares, wanted } from './made-up-load.ts'
import type { Measured } from './measured.ts'
import { openMiniSearch } from './minisearch.ts'
import { openOrama } from './orama.ts'
import { type OpenPeer, PeerMissing } from './peer.ts'
import { openSqlite } from './sqlite.ts'

// A process of its own for each, so that the memory it takes is its own: NAME SIZE FOLDER, the figures to standard output.
const [name, sizeText, loadFolder] = process.argv.slice(2) as [string, string, string]
const size = Number(sizeText)
/** Whoever finds less of what is nearest is not compared by its speed. */
const leastRecall = 0.98

const openers: Record<string, OpenPeer> = {
  lorewell: () => openLorewell(),
  'lancedb-exact': (folder) => openLanceDb(folder, { hasVectorIndex: false }),
  'lancedb-ivf-pq': (folder) => openLanceDb(folder, { hasVectorIndex: true }),
  orama: openOrama,
  sqlite: openSqlite,
  minisearch: openMiniSearch,
}

const folder = await mkdtemp(join(tmpdir(), 'lorewell-peer-'))
try {
  const measured = await measure(openers[name] as OpenPeer)
  process.stdout.write(`${JSON.stringify(measured)}\n`)
} catch (error) {
  if (!(error instanceof PeerMissing)) throw error
  process.stdout.write(`${JSON.stringify({ missing: error.message })}\n`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)

async function measure(open: OpenPeer): Promise<Measured> {
  const queries = (JSON.parse(readFileSync(join(loadFolder, queryFile), 'utf8')) as LoadQuery[]).map(
    (query) => ({
      ...query,
      vector: Float32Array.from(query.vector),
    }),
  )
  const peer = await open(folder)
  let ingestMs = 0
  const timed = async (work: () => Promise<void>) => {
    const startedAt = performance.now()
    await work()
    ingestMs += performance.now() - startedAt
  }
  for await (const batch of readItems(loadFolder)) await timed(() => peer.add(batch))
  await timed(() => peer.finish())
  const searches = {} as Measured['searches']
  for (const share of shares) {
    while ((await recallOf(share)) < leastRecall && peer.tryHarder?.(share));
    searches[share] = await searchBoth(share)
  }
  const result: Measured = {
    name: peer.name,
    setup: peer.setup,
    itemsPerSecond: size / (ingestMs / 1000),
    memoryMb: memoryMb(),
    diskMb: toMb(await peer.diskBytes()),
    searches,
  }
  await peer.close()
  return result

  async function recallOf(share: Share): Promise<number> {
    let recalled = 0
    for (const query of queries) recalled += await recalledOf(query, share)
    return recalled / queries.length
  }

  async function recalledOf(query: (typeof queries)[number], share: Share): Promise<number> {
    const right = new Set(query.exact[share])
    const found = await peer.nearest(query.vector, share, wanted)
    return found.filter((n) => right.has(n)).length / right.size
  }

  async function searchBoth(share: Share): Promise<Measured['searches'][Share]> {
    const hybrid: number[] = []
    const nearest: number[] = []
    // Once through without the clock: caches are warm in a service that runs.
    for (const isMeasured of [false, true]) {
      for (const query of queries) {
        const from = performance.now()
        await peer.search(query, share, wanted)
        const between = performance.now()
        await peer.nearest(query.vector, share, wanted)
        const until = performance.now()
        if (!isMeasured) continue
        hybrid.push(between - from)
        nearest.push(until - between)
      }
    }
    return {
      p50: percentileMs(hybrid, 0.5),
      p95: percentileMs(hybrid, 0.95),
      nearestP50: percentileMs(nearest, 0.5),
      recall: await recallOf(share),
    }
  }
}

function toMb(bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : Math.round(bytes / 2 ** 20)
}
