import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { markdownTable, type PeerMeasurement, svgPlot } from './peers/report.ts'
import { createQueries, queryFile, writeDataset } from './peers/synthetic-dataset.ts'

const peerNames = ['lorewell', 'lancedb-exact', 'lancedb-ivf-pq', 'orama', 'sqlite', 'minisearch']

/** Measures Lorewell and alternatives on the same passages, vectors and filters, one after the other. */
export async function benchPeers(print: (line: string) => void, argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      size: { type: 'string', default: '10000' },
      only: { type: 'string', default: peerNames.join(',') },
      plot: { type: 'string', default: 'peers.svg' },
      minutes: { type: 'string', default: '30' },
    },
  })
  const size = Number(values.size)
  const folder = mkdtempSync(join(tmpdir(), 'lorewell-peers-'))
  const rows: PeerMeasurement[] = []
  try {
    writeDataset(folder, size)
    writeFileSync(join(folder, queryFile), JSON.stringify(await createQueries(folder, size)))
    for (const name of values.only.split(',')) {
      const result = await measureInChildProcess(name, { size, folder, maxMinutes: Number(values.minutes) })
      if ('missing' in result) print(`${name} skipped: ${result.missing}`)
      else {
        rows.push(result)
        print(`${name}: p50 ${result.searches['8 %'].p50.toFixed(1)} ms with 8 % visible`)
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  if (rows.length === 0) return
  print(`\n${markdownTable(size, rows)}`)
  writeFileSync(values.plot, svgPlot(size, rows))
  print(`\nThe plot is in ${values.plot}.`)
}

/** With one compute thread, LanceDB's default on two cores, it deadlocks from about ten thousand rows. */
const lanceSettings = { LANCE_CPU_THREADS: '4', RUST_LOG: 'error' }

function measureInChildProcess(
  name: string,
  { size, folder, maxMinutes }: { size: number; folder: string; maxMinutes: number },
): Promise<PeerMeasurement | { missing: string }> {
  const script = fileURLToPath(new URL('./peers/measure-child.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=8000', '--import', import.meta.resolve('tsx'), script, name, String(size), folder],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        NODE_OPTIONS: '--max-old-space-size=8000',
        LOG_LEVEL: 'silent',
        ...lanceSettings,
      },
    },
  )
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, maxMinutes * 60_000)
  let output = ''
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString('utf8')
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      clearTimeout(timer)
      if (isLate) return resolve({ missing: `timed out after ${maxMinutes} minutes.` })
      const last = output.trim().split('\n').at(-1) ?? ''
      if (code === 0) resolve(JSON.parse(last) as PeerMeasurement | { missing: string })
      else reject(new Error(`${name} ended with status ${code}`))
    })
  })
}
