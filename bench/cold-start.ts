import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { optimizeDatabase } from '../src/storage/optimize-database.ts'
import { buildService, startServiceProcess } from '../test/support/service-process.ts'
import { contentFixture, createTestApp } from '../test/support/test-app.ts'
import { benchEmbedder } from './bench-embedder.ts'
import { percentile } from './http-load.ts'
import { createPassageGenerator } from './synthetic-passages.ts'
import { createSyntheticStore } from './synthetic-store.ts'

const defaultSize = 100_000
const runs = 5
const batch = 500
const databaseWorkerUrl = new URL('../dist/storage/pglite-worker.js', import.meta.url)
const codeCachePath = fileURLToPath(new URL('../dist/code-cache', import.meta.url))
/** Smaller in-memory indexes have no images. */
const minSizeWithImages = 20_000
const question = 'When does the blue harbour gate open?'

/**
 * Measures from the start command to the first cited answer on an existing store: `bench -- cold [PASSAGES] [DATA_DIR]`.
 * Creates the store if it is missing (100,000 passages take about five minutes) and keeps it for the next run. Loads the in-memory
 * indexes from images and compiled code from its cache, as every start but the first does.
 */
export async function benchColdStart(print: (line: string) => void, argv: string[]): Promise<void> {
  const size = Number(argv[0] ?? defaultSize)
  const dataDir = argv[1] ?? join(tmpdir(), `lorewell-bench-cold-${size}`)
  buildService()
  const key = await ensureStore(size, dataDir, print)
  // What a start with other flags has left would not be used.
  rmSync(codeCachePath, { force: true })
  // One start first, so that no migration is measured, and images of the indexes and compiled code are there.
  await measureFirstAnswer(dataDir, key, { whenAnswered: () => waitForFiles(size, dataDir) })
  const times = { node: [] as number[], database: [] as number[], answer: [] as number[], cpu: [] as number[] }
  for (let run = 1; run <= runs; run++) {
    times.node.push(bareNodeMs())
    times.database.push(await openDatabaseMs(dataDir))
    const { elapsedMs, cpuMs } = await measureFirstAnswer(dataDir, key)
    times.answer.push(elapsedMs)
    if (cpuMs !== undefined) times.cpu.push(cpuMs)
    print(`run ${run}: first answer after ${elapsedMs.toFixed(0)} ms, ${cpuMs ?? '?'} ms of CPU`)
  }
  const [node, database, answer] = [times.node, times.database, times.answer].map((all) => percentile(all, 0.5)) as [
    number,
    number,
    number,
  ]
  print(`${size} passages, first answer after ${answer.toFixed(0)} ms (median; target: at most 2000)`)
  if (times.cpu.length > 0) print(`CPU of the process until then: ${percentile(times.cpu, 0.5)} ms (median)`)
  print(`${(answer / node).toFixed(1)} × a bare "node -e 0" (${node.toFixed(0)} ms)`)
  print(`${(answer / database).toFixed(1)} × opening the database alone in a thread (${database.toFixed(0)} ms)`)
}

/** Returns the key of a user who can see everything. */
async function ensureStore(size: number, dataDir: string, print: (line: string) => void): Promise<string> {
  const keyFile = join(dataDir, 'bench-key')
  if (existsSync(keyFile)) return readFileSync(keyFile, 'utf8')
  mkdirSync(dataDir, { recursive: true })
  print(`creating a store of ${size} passages in ${dataDir}`)
  const embedder = await benchEmbedder()
  const service = await createTestApp({ embedder, settings: { databaseUrl: '', dataDir } })
  try {
    const store = await createSyntheticStore(service, embedder.name)
    const passages = createPassageGenerator(7, embedder.dimensions)
    for (let stored = 0; stored < size; stored += batch) {
      const count = Math.min(batch, size - stored)
      await store.add(Array.from({ length: count }, (_, i) => ({ n: stored + i, ...passages.next() })))
    }
    const { key } = await service.person('acme', 'admin', { role: 'admin' })
    const answerDocument = { rootId: 'made', id: 'gate', content: 'The blue harbour gate opens at seven.' }
    const { status, text } = await service.call(key, 'POST', '/v1/ask/index', contentFixture(answerDocument))
    if (status !== 200) throw new Error(`The document with the answer was refused: ${text}`)
    await service.app.backlog?.whenDrained()
    await optimizeDatabase(service.database)
    writeFileSync(keyFile, store.all)
    return store.all
  } finally {
    await service.close()
    await embedder.close()
  }
}

async function measureFirstAnswer(
  dataDir: string,
  key: string,
  { whenAnswered = async () => {} }: { whenAnswered?: () => Promise<void> } = {},
): Promise<{ elapsedMs: number; cpuMs: number | undefined }> {
  const startedAt = performance.now()
  const service = startServiceProcess({ databaseUrl: '', dataDir })
  try {
    const url = await service.url
    if (!url) throw new Error(`The server did not start: ${service.output()}`)
    const response = await fetch(`${url}/v1/ask`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ question }),
    })
    const answer = await response.text()
    const elapsedMs = performance.now() - startedAt
    const cpuMs = readCpuMs(service.child.pid)
    // Without the marks of the words that answer.
    if (!answer.replaceAll('*', '').includes('opens at seven. [1]')) throw new Error(`Unexpected answer: ${answer}`)
    await whenAnswered()
    return { elapsedMs, cpuMs }
  } finally {
    await service.stop()
  }
}

async function waitForFiles(size: number, dataDir: string): Promise<void> {
  const images = ['vectors', 'words'].map((name) => join(dataDir, 'memory-image', `${name}.image`))
  const files = [codeCachePath, ...(size < minSizeWithImages ? [] : images)]
  const deadline = Date.now() + 600_000
  while (!files.every((file) => existsSync(file))) {
    if (Date.now() > deadline) throw new Error(`Not all of ${files.join(', ')} were written within ten minutes.`)
    await wait(200)
  }
}

/** Returns the CPU time of all threads of a process, in steps of 10 ms; undefined outside Linux. */
function readCpuMs(pid: number | undefined): number | undefined {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return undefined
  // The name in brackets can hold blanks. User and system time are fields 14 and 15.
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function bareNodeMs(): number {
  const startedAt = performance.now()
  spawnSync(process.execPath, ['-e', '0'])
  return performance.now() - startedAt
}

async function openDatabaseMs(dataDir: string): Promise<number> {
  const startedAt = performance.now()
  const thread = new Worker(databaseWorkerUrl, { workerData: { directory: join(dataDir, 'pg') } })
  const [message] = await once(thread, 'message')
  const elapsedMs = performance.now() - startedAt
  if (message !== 'ready') throw new Error(`The database could not be opened: ${JSON.stringify(message)}`)
  const exited = once(thread, 'exit')
  thread.postMessage('close')
  await exited
  return elapsedMs
}
