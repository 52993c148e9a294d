import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../test/support/free-port.ts'
import { buildService } from '../test/support/service-process.ts'
import { writeBenchOrganization } from './bench-organization.ts'

/**
 * Imports a folder through a server, once undisturbed and once with the command killed twice and the server killed once,
 * and compares the position, title and text of every note.
 */
export async function benchImportServer(print: (line: string) => void, [folder]: string[]): Promise<void> {
  if (!folder) throw new Error('Name the folder to import.')
  buildService()
  const undisturbed = await createServerInstance()
  const killed = await createServerInstance()
  try {
    const startedAt = performance.now()
    await undisturbed.start()
    const first = await undisturbed.runImport(folder)
    const ms = performance.now() - startedAt
    print(`undisturbed, ${(ms / 1000).toFixed(1)} s: ${first}`)
    await killed.start()
    await killed.runImport(folder, { killAfterMs: ms / 5 })
    const broken = killed.runImport(folder)
    await delay(ms / 5)
    await killed.kill()
    print(`with the server killed: ${(await broken).slice(0, 120)}`)
    await killed.start()
    await killed.runImport(folder, { killAfterMs: ms / 5 })
    print(`after the last kill: ${await killed.runImport(folder)}`)
    print(`again: ${await killed.runImport(folder)}`)
    const expected = await undisturbed.listing()
    const actual = await killed.listing()
    const hash = (lines: string[]) => createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)
    print(
      `${expected.length} notes ${hash(expected)}, ${actual.length} notes ${hash(actual)}: ${hash(expected) === hash(actual) ? 'the same' : 'DIFFERENT'}`,
    )
  } finally {
    await undisturbed.remove()
    await killed.remove()
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
    PORT: String(port),
    LOG_LEVEL: 'silent',
    XDG_CACHE_HOME: join(dataDir, 'cache'),
    RATE_LIMIT_INDEX_PER_MINUTE: '1000000',
  }
  let server: ChildProcess | undefined
  const run = (argv: string[], killAfterMs?: number) =>
    new Promise<string>((resolve) => {
      const child = spawn('node', ['bin/lorewell.js', ...argv], { env, stdio: ['ignore', 'pipe', 'ignore'] })
      let output = ''
      child.stdout.on('data', (text: Buffer) => {
        output += text.toString()
      })
      const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
      child.once('close', () => {
        clearTimeout(timer)
        resolve(output.trim())
      })
    })
  await run(['apply', writeBenchOrganization(dataDir, key)])
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
        const page: NotePage = await get(`/notes${cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`}`)
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
        // The server assigns ids, so compare the link targets instead.
        lines.push(`${pathOf(id)}\n${content.replace(/\/notes\/([\w-]+)/g, (_: string, to: string) => pathOf(to))}`)
      }
      return lines.sort()
    },
    async remove() {
      await this.kill()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
