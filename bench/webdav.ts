import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import type { ConnectionBody } from '../src/contract/connections.ts'
import { serveWithRclone } from '../test/support/rclone-serve.ts'
import { buildService, startServiceProcess } from '../test/support/service-process.ts'
import { writeBenchOrganization } from './bench-organization.ts'
import { descendants, peakMemoryMb } from './process-memory.ts'

const key = `lw_${'w'.repeat(40)}`
const filesPerFolder = 1000
/** As the local model has. */
const dimensions = 384

/**
 * Syncs a tree of small files over WebDAV twice, and reports the most memory of the service process and of each program that
 * it starts. Vectors come from a server in this process unless `--local-model` is set: the model takes an hour for 100,000.
 */
export async function benchWebdav(print: (line: string) => void, argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: { files: { type: 'string', default: '10000' }, 'local-model': { type: 'boolean', default: false } },
  })
  const files = Number(values.files)
  buildService()
  const folder = mkdtempSync(join(tmpdir(), 'lorewell-bench-'))
  const embeddings = values['local-model'] ? undefined : await startEmbeddings()
  const tree = join(folder, 'tree')
  const dataDir = join(folder, 'data')
  writeTree(tree, files)
  const store = await serveWithRclone('webdav', tree, { cacheTime: '24h' })
  mkdirSync(dataDir)
  const service = await startBenchService(dataDir, store.host, embeddings?.env ?? {})
  try {
    const url = await service.url
    const pid = service.child.pid
    if (!url || !pid) throw new Error(service.output())
    const call = createCaller(url)
    const children = new Map<string, number>()
    const watch = () => {
      for (const { name, peakMb } of descendants(pid)) children.set(name, Math.max(children.get(name) ?? 0, peakMb))
      return peakMemoryMb(pid) ?? 0
    }
    print(`${files.toLocaleString('en')} files; the service has ${watch()} MB at the start`)
    const settings = { config: store.config, webUrl: 'https://files.example.com/{path}' }
    await call('POST', '/admin/connections', {
      ...{ id: 'files', kind: 'rclone', name: 'Files', settings, everyMinutes: null },
    })
    const first = await untilIdle(call, watch, print)
    print(`first sync ${first.seconds.toFixed(1)} s: ${JSON.stringify(first.connection.counts)}`)
    await call('POST', '/admin/connections/files/sync', {})
    const second = await untilIdle(call, watch, print)
    const percent = (100 * second.seconds) / first.seconds
    print(
      `second sync ${second.seconds.toFixed(1)} s, ${percent.toFixed(1)} % of the first (target: at most 5 %): ${JSON.stringify(second.connection.counts)}`,
    )
    print(`peak memory of the service process: ${watch()} MB (target: below 1,000)`)
    for (const [name, peakMb] of children) print(`  ${name}: ${peakMb} MB`)
    print(`  rclone that serves the files, of the bench: ${peakMemoryMb(store.pid ?? 0)} MB`)
  } finally {
    await service.stop()
    await store.stop()
    embeddings?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startBenchService(dataDir: string, host: string, embeddings: Record<string, string>) {
  const env = { SYNC_ALLOW: host, ...embeddings }
  await promisify(execFile)(process.execPath, ['bin/lorewell.js', 'apply', writeBenchOrganization(dataDir, key)], {
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env },
  })
  // The options that the package, the image and the unit start it with.
  const options = '--max-semi-space-size=4 --v8-pool-size=2'
  return startServiceProcess({ databaseUrl: '', dataDir }, { env: { ...env, NODE_OPTIONS: options } })
}

type Call = ReturnType<typeof createCaller>

function createCaller(url: string) {
  return async (method: string, path: string, body?: object): Promise<ConnectionBody> => {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as ConnectionBody
  }
}

async function untilIdle(call: Call, watch: () => number, print: (line: string) => void) {
  const startedAt = performance.now()
  let printed = 0
  for (;;) {
    const connection = await call('GET', '/admin/connections/files')
    const peakMb = watch()
    const seconds = (performance.now() - startedAt) / 1000
    if (connection.state === 'idle') {
      if (connection.outcome !== 'done') throw new Error(connection.lastError ?? 'the run failed')
      return { connection, seconds }
    }
    if (seconds - printed >= 60) {
      printed = seconds
      print(`  ${seconds.toFixed(0)} s: ${connection.counts.listed} listed, ${peakMb} MB`)
    }
    await wait(250)
  }
}

function writeTree(root: string, files: number): void {
  for (let number = 0; number < files; number++) {
    const folder = join(root, `building-${Math.floor(number / filesPerFolder)}`)
    if (number % filesPerFolder === 0) mkdirSync(folder, { recursive: true })
    const text = `Device ${number * 7919} in room ${number % 97} did not start. Its battery of type ${number % 13} was replaced on day ${number % 365}.\n`
    writeFileSync(join(folder, `device-${number}.md`), text)
  }
}

/** Answers as OpenAI's embeddings do, with a vector that depends on the text. */
async function startEmbeddings() {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string | string[] }
    const data = [input].flat().map((text, index) => ({ index, embedding: vectorOf(text) }))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    env: { EMBEDDINGS_BASE_URL: `http://127.0.0.1:${port}`, EMBEDDINGS_MODEL: 'bench' },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function vectorOf(text: string): number[] {
  let state = 1
  for (let index = 0; index < text.length; index++) state = (state * 31 + text.charCodeAt(index)) >>> 0
  return Array.from({ length: dimensions }, () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return Math.round((state / 2 ** 32 - 0.5) * 1000) / 1000
  })
}
