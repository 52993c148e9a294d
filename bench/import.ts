import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { embedPassages } from '../src/content/indexing/document-index.ts'
import { splitHeadingPath } from '../src/content/indexing/heading-path.ts'
import { buildPassageText } from '../src/ingest/passage-text.ts'
import type { PassageText } from '../src/models/embedder.ts'
import { openDatabase } from '../src/storage/database.ts'
import { buildService } from '../test/support/service-process.ts'
import { benchEmbedder } from './bench-embedder.ts'
import { writeBenchOrganization } from './bench-organization.ts'

/**
 * Imports a folder in one run, again, and with three kills. The speed is reported relative to the model alone on the same
 * passages, in wall-clock and in CPU time, which other load on the machine doesn't change.
 */
export async function benchImport(print: (line: string) => void, [folder]: string[]): Promise<void> {
  if (!folder) throw new Error('Name the folder to import.')
  buildService()
  const whole = createCliInstance()
  const killed = createCliInstance()
  try {
    const first = measureRun(() => whole.run('import', folder, '--under', 'top', '--json'))
    print(`first run ${formatElapsed(first)}: ${first.result}`)
    const again = measureRun(() => whole.run('import', folder, '--under', 'top', '--json'))
    print(
      `second run ${formatElapsed(again)}, ${formatRatios(again, first)} of the first (target: at most 5 %): ${again.result}`,
    )
    for (let kill = 1; kill <= 3; kill++) await killed.importAndKill(folder, (first.seconds * 1000 * kill) / 5)
    print(`after three kills: ${killed.run('import', folder, '--under', 'top', '--json').result}`)
    const expected = await readStoreContents(whole.dataDir)
    const actual = await readStoreContents(killed.dataDir)
    print(`tree: ${expected.notes} notes, ${expected.parents} with subpages, ${expected.depth} levels deep`)
    print(`after three kills the result is ${expected.state === actual.state ? 'the same' : 'DIFFERENT'}`)
    const model = await measureBareModel(expected.passages)
    print(
      `${expected.passages.length} passages through the bare model: ${formatElapsed(model)}; the import has ${formatRatios(model, first)} of its speed (target: at least 80 %)`,
    )
  } finally {
    for (const { dataDir } of [whole, killed]) rmSync(dataDir, { recursive: true, force: true })
  }
}

function createCliInstance() {
  const dataDir = mkdtempSync(join(tmpdir(), 'lorewell-bench-'))
  const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
  const run = (...argv: string[]): { result: string; cpuSeconds: number } => {
    // Only a shell reports the CPU time of its child processes.
    const timing = '"$@"; code=$?; times >&2; exit $code'
    const ran = spawnSync('sh', ['-c', timing, 'sh', process.execPath, 'bin/lorewell.js', ...argv], {
      env,
      encoding: 'utf8',
    })
    if (ran.status !== 0) throw new Error(ran.stderr)
    const times = [...(ran.stderr.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)]
    return {
      result: ran.stdout.trim(),
      cpuSeconds: times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0),
    }
  }
  run('apply', writeBenchOrganization(dataDir))
  return {
    dataDir,
    run,
    importAndKill: (folder: string, afterMs: number) =>
      new Promise<void>((resolve) => {
        const child = spawn('node', ['bin/lorewell.js', 'import', folder, '--under', 'top'], {
          env,
          stdio: 'ignore',
        })
        const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
        child.once('exit', () => {
          clearTimeout(timer)
          resolve()
        })
      }),
  }
}

interface Elapsed {
  seconds: number
  cpuSeconds: number
}

function measureRun(work: () => { result: string; cpuSeconds: number }): Elapsed & { result: string } {
  const startedAt = performance.now()
  const done = work()
  return { ...done, seconds: (performance.now() - startedAt) / 1000 }
}

function formatElapsed({ seconds, cpuSeconds }: Elapsed): string {
  return `${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s CPU)`
}

function formatRatios(a: Elapsed, b: Elapsed): string {
  const percent = (ratio: number) => `${(ratio * 100).toFixed(1)} %`
  return `${percent(a.seconds / b.seconds)} (${percent(a.cpuSeconds / b.cpuSeconds)} by CPU time)`
}

/** Returns all notes and passages in a fixed order, with statistics of the tree. */
async function readStoreContents(dataDir: string) {
  const database = await openDatabase({ databaseUrl: '', dataDir })
  try {
    const notes = await sql<{ id: string; parent: string | null }>`
      select d.id, d.title, d.content, p.id as parent, d.position from document d
      left join document p on p.org_id = d.org_id and p.key = d.parent_key order by d.id`.execute(database.unrestricted)
    const passages = await sql<{ title: string; language: string; heading: string; body: string }>`
      select d.title, d.language, c.heading, c.body from chunk c join document d on d.org_id = c.org_id and d.key = c.document_key
      order by d.id, c.ordinal`.execute(database.unrestricted)
    const parentOf = new Map(notes.rows.map(({ id, parent }) => [id, parent]))
    const depthOf = (id: string): number => {
      const parent = parentOf.get(id)
      return parent ? depthOf(parent) + 1 : 0
    }
    return {
      notes: notes.rows.length,
      parents: new Set(notes.rows.map(({ parent }) => parent)).size - 1,
      depth: Math.max(...notes.rows.map(({ id }) => depthOf(id))),
      state: JSON.stringify([notes.rows, passages.rows]),
      passages: passages.rows.map(({ title, language, heading, body }) =>
        buildPassageText({
          title,
          headingPath: splitHeadingPath(heading),
          text: body,
          language,
        }),
      ),
    }
  } finally {
    await database.close()
  }
}

async function measureBareModel(passages: PassageText[]): Promise<Elapsed> {
  const embedder = await benchEmbedder()
  try {
    const embed = (batch: PassageText[]) => embedPassages(embedder, batch, { priority: 'bulk' })
    await embed(passages.slice(0, 16))
    const startedAt = performance.now()
    const before = process.cpuUsage()
    for (let start = 0; start < passages.length; start += 256) await embed(passages.slice(start, start + 256))
    const { user, system } = process.cpuUsage(before)
    return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds: (user + system) / 1e6 }
  } finally {
    await embedder.close()
  }
}
