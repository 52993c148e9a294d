import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { embedPassages } from '../src/content/indexing/document-index.ts'
import { splitHeadingPath } from '../src/content/indexing/heading-path.ts'
import { buildPassageText } from '../src/ingest/passage-text.ts'
import type { PassageText } from '../src/models/embedder.ts'
import { createLocalEmbedder } from '../src/models/local-embedder.ts'
import { openDatabase } from '../src/storage/database.ts'
import { buildService } from '../test/support/service-process.ts'

/**
 * Imports a folder three ways: in one run, again, and killed three times on the way. The speed is told as a share of
 * what the bare model does with the same passages, by the clock and by the time of processors, which others who use the
 * machine do not change.
 */
export async function benchImport(print: (line: string) => void, [folder]: string[]): Promise<void> {
  if (!folder) throw new Error('Name the folder to import.')
  const modelDir = process.env.MODEL_DIR ?? '.models'
  buildService()
  const whole = createCliInstance(modelDir)
  const torn = createCliInstance(modelDir)
  try {
    const first = measureRun(() => whole.run('import', folder, '--under', 'top', '--json'))
    print(`first run ${formatElapsed(first)}: ${first.result}`)
    const again = measureRun(() => whole.run('import', folder, '--under', 'top', '--json'))
    print(
      `second run ${formatElapsed(again)}, ${formatRatios(again, first)} of it (wanted: at most 5 %): ${again.result}`,
    )
    for (let kill = 1; kill <= 3; kill++) await torn.importAndKill(folder, (first.seconds * 1000 * kill) / 5)
    print(`after three kills: ${torn.run('import', folder, '--under', 'top', '--json').result}`)
    const [one, other] = [await readStoreContents(whole.dataDir), await readStoreContents(torn.dataDir)]
    print(
      `tree: ${one.notes} notes, of which ${one.parents} have others below them, ${one.depth} levels deep`,
    )
    print(`killed three times, it ends ${one.state === other.state ? 'the same' : 'DIFFERENT'}`)
    const model = await measureBareModel(modelDir, one.passages)
    print(
      `${one.passages.length} passages through the bare model: ${formatElapsed(model)}; the import has ${formatRatios(model, first)} of its speed (wanted: at least 80 %)`,
    )
  } finally {
    for (const { dataDir } of [whole, torn]) rmSync(dataDir, { recursive: true, force: true })
  }
}

function createCliInstance(modelDir: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'lorewell-bench-'))
  const env = { ...process.env, DATA_DIR: dataDir, MODEL_DIR: modelDir, LOG_LEVEL: 'silent' }
  const run = (...argv: string[]): { result: string; busySeconds: number } => {
    // Only a shell tells what the programs that it ran took.
    const timing = '"$@"; code=$?; times >&2; exit $code'
    const ran = spawnSync('sh', ['-c', timing, 'sh', process.execPath, 'bin/lorewell.js', ...argv], {
      env,
      encoding: 'utf8',
    })
    if (ran.status !== 0) throw new Error(ran.stderr)
    const spent = [...(ran.stderr.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)]
    return {
      result: ran.stdout.trim(),
      busySeconds: spent.reduce(
        (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
        0,
      ),
    }
  }
  const file = join(dataDir, 'bench.yaml')
  writeFileSync(
    file,
    JSON.stringify({
      organization: { id: 'bench', name: 'Bench' },
      users: [{ email: 'ada@bench.test', name: 'Ada', role: 'admin' }],
      notes: [{ id: 'top', title: 'Top', content: '' }],
    }),
  )
  run('apply', file)
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

/** By the clock, and of all processors together. */
interface Elapsed {
  seconds: number
  busySeconds: number
}

function measureRun(work: () => { result: string; busySeconds: number }): Elapsed & { result: string } {
  const startedAt = performance.now()
  const done = work()
  return { ...done, seconds: (performance.now() - startedAt) / 1000 }
}

function formatElapsed({ seconds, busySeconds }: Elapsed): string {
  return `${seconds.toFixed(1)} s (${busySeconds.toFixed(1)} s of processors)`
}

function formatRatios(one: Elapsed, other: Elapsed): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  return `${percent(one.seconds / other.seconds)} (${percent(one.busySeconds / other.busySeconds)} by processors)`
}

/** Every note with its place and text, and every passage, in an order of their own. */
async function readStoreContents(dataDir: string) {
  const database = await openDatabase({ databaseUrl: '', dataDir })
  try {
    const notes = await sql<{ id: string; parent: string | null }>`
      select d.id, d.title, d.content, p.id as parent, d.position from document d
      left join document p on p.org_id = d.org_id and p.key = d.parent_key order by d.id`.execute(
      database.unrestricted,
    )
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

async function measureBareModel(modelDir: string, passages: PassageText[]): Promise<Elapsed> {
  const embedder = await createLocalEmbedder({ modelDir, log: pino({ level: 'silent' }) })
  try {
    const embed = (some: PassageText[]) => embedPassages(embedder, some, { priority: 'bulk' })
    await embed(passages.slice(0, 16))
    const startedAt = performance.now()
    const before = process.cpuUsage()
    for (let start = 0; start < passages.length; start += 256) await embed(passages.slice(start, start + 256))
    const { user, system } = process.cpuUsage(before)
    return { seconds: (performance.now() - startedAt) / 1000, busySeconds: (user + system) / 1e6 }
  } finally {
    await embedder.close()
  }
}
