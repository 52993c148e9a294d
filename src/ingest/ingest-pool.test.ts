import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { createIngestPool, type IngestPool } from './ingest-pool.ts'

let pool: IngestPool | undefined
afterEach(() => pool?.close())

const input = { title: 'Leave', content: '# Leave\n\nEveryone has 25 days.', type: 'markdown' } as const

/** A worker whose answer is the given script, run for each job with `job` in scope. */
function workerThat(script: string): () => Worker {
  const code = `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (job) => { ${script} })
    parentPort.postMessage({ type: 'ready' })`
  return () => new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
}

const answerWithMode = `parentPort.postMessage({ text: job.asPlainText ? 'plain' : 'parsed', language: 'en', chunks: [] })`

test('documents are read in a worker thread', async () => {
  pool = createIngestPool({ size: 1, deadlineMs: 30_000 })
  const documents = await Promise.all([pool.ingest(input), pool.ingest({ ...input, content: '' })])
  expect(documents[0]?.chunks.map((chunk) => chunk.text)).toEqual(['Everyone has 25 days.'])
  expect(documents[1]?.chunks.map((chunk) => chunk.text)).toEqual(['Leave'])
})

test('a job over its deadline is read again as plain text, and the jobs behind it are served', async () => {
  const stallOnce = `if (!job.asPlainText && job.input.title === 'slow') for (;;) {}; ${answerWithMode}`
  pool = createIngestPool({ size: 1, deadlineMs: 2_000, start: workerThat(stallOnce) })
  const documents = await Promise.all([pool.ingest({ ...input, title: 'slow' }), pool.ingest(input)])
  expect(documents.map((document) => document.text)).toEqual(['plain', 'parsed'])
})

test('a job whose worker crashes is read again as plain text', async () => {
  const crash = `if (!job.asPlainText) throw new Error('broken parser'); ${answerWithMode}`
  pool = createIngestPool({ size: 1, deadlineMs: 30_000, start: workerThat(crash) })
  expect((await pool.ingest(input)).text).toBe('plain')
})

test('a document that cannot be read at all is still found by its title', async () => {
  pool = createIngestPool({ size: 1, deadlineMs: 30_000, start: workerThat('process.exit(1)') })
  const document = await pool.ingest(input)
  expect(document.chunks).toHaveLength(1)
  expect(document.chunks[0]).toMatchObject({ text: 'Leave', terms: 'leav leavǀ leav leavǀ' })
})

test('a busy worker does not block the caller', async () => {
  const wait = `setTimeout(() => { ${answerWithMode} }, 0)`
  pool = createIngestPool({ size: 1, deadlineMs: 30_000, start: workerThat(wait) })
  let isDone = false
  const reading = pool.ingest(input).then(() => {
    isDone = true
  })
  await new Promise(setImmediate)
  expect(isDone).toBe(false)
  await reading
})

test('a closed pool rejects new and waiting jobs', async () => {
  pool = createIngestPool({ size: 1, deadlineMs: 30_000, start: workerThat('for (;;) {}') })
  const waiting = expect(pool.ingest(input)).rejects.toMatchObject({ code: 'unavailable' })
  await pool.close()
  await waiting
  await expect(pool.ingest(input)).rejects.toMatchObject({ code: 'unavailable' })
})

test('jobs are rejected if no worker starts', async () => {
  const start = () => new Worker(new URL('data:text/javascript,throw new Error("no start")'))
  pool = createIngestPool({ size: 2, deadlineMs: 30_000, start })
  await expect(pool.ingest(input)).rejects.toMatchObject({ code: 'unavailable' })
})
