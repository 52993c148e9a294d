import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percentile } from '../http-load.ts'
import { memoryMb } from '../memory-mb.ts'
import { openLanceDb } from './lancedb.ts'
import { openLorewell } from './lorewell.ts'
import { openMiniSearch } from './minisearch.ts'
import { openOrama } from './orama.ts'
import { type OpenPeer, PeerNotInstalledError } from './peer.ts'
import type { PeerMeasurement } from './report.ts'
import { openSqlite } from './sqlite.ts'
import {
  type DatasetQuery,
  queryFile,
  readDataset,
  resultCount,
  type VisibleShare,
  visibleShares,
} from './synthetic-dataset.ts'

// Measures one peer in its own process, so that its memory can be measured. Arguments: NAME SIZE FOLDER; prints JSON.
const [name, sizeText, loadFolder] = process.argv.slice(2) as [string, string, string]
const size = Number(sizeText)
/** Approximate peers raise their effort until they reach this recall. */
const minRecall = 0.98

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
  const measured = await measurePeer(openers[name] as OpenPeer)
  process.stdout.write(`${JSON.stringify(measured)}\n`)
} catch (error) {
  if (!(error instanceof PeerNotInstalledError)) throw error
  process.stdout.write(`${JSON.stringify({ missing: error.message })}\n`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)

async function measurePeer(open: OpenPeer): Promise<PeerMeasurement> {
  const queries = (JSON.parse(readFileSync(join(loadFolder, queryFile), 'utf8')) as DatasetQuery[]).map((query) => ({
    ...query,
    vector: Float32Array.from(query.vector),
  }))
  const peer = await open(folder)
  let ingestMs = 0
  const timed = async (work: () => Promise<void>) => {
    const startedAt = performance.now()
    await work()
    ingestMs += performance.now() - startedAt
  }
  for await (const batch of readDataset(loadFolder)) await timed(() => peer.add(batch))
  await timed(() => peer.finish())
  const searches = {} as PeerMeasurement['searches']
  for (const share of visibleShares) {
    while ((await meanRecall(share)) < minRecall && peer.increaseEffort?.(share));
    searches[share] = await searchBoth(share)
  }
  const result: PeerMeasurement = {
    name: peer.name,
    setup: peer.setup,
    itemsPerSecond: size / (ingestMs / 1000),
    memoryMb: memoryMb(),
    diskMb: toMb(await peer.diskBytes()),
    searches,
  }
  await peer.close()
  return result

  async function meanRecall(share: VisibleShare): Promise<number> {
    let sum = 0
    for (const query of queries) sum += await queryRecall(query, share)
    return sum / queries.length
  }

  async function queryRecall(query: (typeof queries)[number], share: VisibleShare): Promise<number> {
    const expected = new Set(query.exact[share])
    const found = await peer.nearest(query.vector, share, resultCount)
    return found.filter((n) => expected.has(n)).length / expected.size
  }

  async function searchBoth(share: VisibleShare): Promise<PeerMeasurement['searches'][VisibleShare]> {
    const hybrid: number[] = []
    const nearest: number[] = []
    // The first pass warms the caches, as in a running service.
    for (const isMeasured of [false, true]) {
      for (const query of queries) {
        const from = performance.now()
        await peer.search(query, share, resultCount)
        const between = performance.now()
        await peer.nearest(query.vector, share, resultCount)
        const until = performance.now()
        if (!isMeasured) continue
        hybrid.push(between - from)
        nearest.push(until - between)
      }
    }
    return {
      p50: percentile(hybrid, 0.5),
      p95: percentile(hybrid, 0.95),
      nearestP50: percentile(nearest, 0.5),
      recall: await meanRecall(share),
    }
  }
}

function toMb(bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : Math.round(bytes / 2 ** 20)
}
