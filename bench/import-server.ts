import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../test/support/free-port.ts'
import { buildService } from '../test/support/service-process.ts'

/**
 * Imports a folder through a running server, once without trouble and once with the importing command killed twice and
 * the server killed once on the way, and compares what is there: every note's place, title and text.
 */
export async function benchImportServer(print: (line: string) => void, [folder]: string[]): Promise<void> {
  if (!folder) throw new Error('Name the folder to import.')
  buildService()
  const calm = await createServerInstance()
  const torn = await createServerInstance()
  try {
    const startedAt = performance.now()
    await calm.start()
    const first = await calm.runImport(folder)
    const ms = performance.now() - startedAt
    print(`without trouble, ${(ms / 1000).toFixed(1)} s: ${first}`)
    await torn.start()
    await torn.runImport(folder, { killAfterMs: ms / 5 })
    const broken = torn.runImport(folder)
    await delay(ms / 5)
    await torn.kill()
    print(`with the server killed: ${(await broken).slice(0, 120)}`)
    await torn.start()
    await torn.runImport(folder, { killAfterMs: ms / 5 })
    print(`after the last kill: ${await torn.runImport(folder)}`)
    print(`again: ${await torn.runImport(folder)}`)
    const [one, other] = [await calm.listing(), await torn.listing()]
    const hash = (lines: string[]) => createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)
    print(
      `${one.length} notes ${hash(one)}, ${other.length} notes ${hash(other)}: ${hash(one) === hash(other) ? 'the same' : 'DIFFERENT'}`,
    )
  } finally {
    await calm.remove()
    await torn.remove()
  }
}

interface NotePage {
  notes: { id: string; title: string; parentNoteId: string | null }[]
  nextCursor: string | null
}

async function createServerInstance() {
  const dataDir = mkdtempSync(join(tmpdir(), 'lorewell-bench-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const key = `lw_${'b'.repeat(40)}`
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    MODEL_DIR: process.env.MODEL_DIR ?? '.models',
    PORT: String(port),
    LOG_LEVEL: 'silent',
    XDG_CACHE_HOME: join(dataDir, 'cache'),
    RATE_LIMIT_INDEX_PER_MINUTE: '1000000',
  }
  let server: ChildProcess | undefined
  const run = (argv: string[], killAfterMs?: number) =>
    new Promise<string>((resolve) => {
      const child = spawn('node', ['bin/lorewell.js', ...argv], { env, stdio: ['ignore', 'pipe', 'ignore'] })
      let told = ''
      child.stdout.on('data', (text: Buffer) => {
        told += text.toString()
      })
      const timer =
        killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
      child.once('close', () => {
        clearTimeout(timer)
        resolve(told.trim())
      })
    })
  const file = join(dataDir, 'bench.yaml')
  writeFileSync(
    file,
    JSON.stringify({
      organization: { id: 'bench', name: 'Bench' },
      users: [{ email: 'ada@bench.test', name: 'Ada', role: 'admin', apiKey: key }],
      notes: [{ id: 'top', title: 'Top', content: '' }],
    }),
  )
  await run(['apply', file])
  return {
    async start() {
      server = spawn('node', ['bin/lorewell.js', 'start'], { env, stdio: 'ignore' })
      while (
        !(await fetch(`${url}/readyz`)
          .then(({ ok }) => ok)
          .catch(() => false))
      )
        await delay(200)
    },
    async kill() {
      const gone = new Promise((resolve) => server?.once('exit', resolve))
      server?.kill('SIGKILL')
      await gone
    },
    runImport: (folder: string, { killAfterMs }: { killAfterMs?: number } = {}) =>
      run(['import', folder, '--under', 'top', '--json', '--server', url, '--key', key], killAfterMs),
    async listing(): Promise<string[]> {
      const get = async <T>(path: string): Promise<T> => {
        const response = await fetch(`${url}/v1${path}`, { headers: { authorization: `Bearer ${key}` } })
        if (!response.ok) throw new Error(`${path}: ${response.status}`)
        return (await response.json()) as T
      }
      const notes: NotePage['notes'] = []
      let cursor: string | null = null
      do {
        const page: NotePage = await get(
          `/notes${cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`}`,
        )
        notes.push(...page.notes)
        cursor = page.nextCursor
      } while (cursor !== null)
      const byId = new Map(notes.map((note) => [note.id, note]))
      const pathOf = (id: string | null): string => {
        const note = id === null ? undefined : byId.get(id)
        return note ? `${pathOf(note.parentNoteId)}/${note.title}` : ''
      }
      const lines: string[] = []
      for (const { id } of notes) {
        const { content } = await get<{ content: string }>(`/notes/${encodeURIComponent(id)}`)
        // Ids are the server's: what they lead to is what must be the same.
        lines.push(
          `${pathOf(id)}\n${content.replace(/\/notes\/([\w-]+)/g, (_: string, to: string) => pathOf(to))}`,
        )
      }
      return lines.sort()
    },
    async remove() {
      await this.kill()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
