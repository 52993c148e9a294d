import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { allOrigins } from '../test/sync/origins/all-origins.ts'
import { missingPrograms, type OriginKind } from '../test/sync/origins/origin.ts'
import { servedOrigin, webdavOrigin } from '../test/sync/origins/rclone-origins.ts'
import { openSyncedOrigin } from '../test/sync/synced-origin.ts'

/** As Linux counts for programs, on every architecture that Node runs on. */
const ticksPerSecond = 100

/**
 * Times a first sync of every kind of origin and a second one with nothing changed, by the clock and by processor time of
 * this process and the programs that it ran: on a busy machine, the start of a program takes long by the clock. There is no
 * embedding model, which would only make the first one longer.
 */
export async function benchSync(print: (line: string) => void, argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: { items: { type: 'string', default: '500' }, only: { type: 'string', default: '' } },
  })
  // Servers of people keep a folder in memory; without that, most of the time of a listing is the server's own.
  const webdav = servedOrigin('webdav', { cacheTime: '5m' })
  for (const kind of allOrigins.map((one) => (one === webdavOrigin ? webdav : one))) {
    if (!kind.name.includes(values.only)) continue
    const missing = missingPrograms(kind)
    print(
      `${kind.name}: ${missing.length > 0 ? `not installed: ${missing}` : await timeSyncs(kind, Number(values.items))}`,
    )
  }
}

async function timeSyncs(kind: OriginKind, items: number): Promise<string> {
  const origin = await kind.create()
  const synced = await openSyncedOrigin(origin)
  try {
    const numbers = Array.from({ length: items }, (_, index) => index + 1)
    await synced.write(Object.fromEntries(numbers.map((n) => [`Page-${n}`, `Page ${n} tells of door ${n}.`])))
    const first = await timed(() => synced.app.sync())
    const second = await timed(() => synced.app.sync())
    const isEqual = JSON.stringify(await synced.stored()) === JSON.stringify(synced.expected())
    const outcome = isEqual ? '' : `; the store DIFFERS (${first.error ?? second.error})`
    const share = (measure: 'seconds' | 'cpuSeconds') => `${((100 * second[measure]) / first[measure]).toFixed(1)} %`
    const seconds = `first ${first.seconds.toFixed(1)} s, second ${second.seconds.toFixed(2)} s`
    const cpuSeconds = `${first.cpuSeconds.toFixed(1)} s and ${second.cpuSeconds.toFixed(2)} s`
    return `${items} items, ${seconds}: ${share('seconds')} (target: at most 5 %); processor time ${cpuSeconds}: ${share('cpuSeconds')}${outcome}`
  } finally {
    await synced.close()
    await origin.close()
  }
}

async function timed(run: () => Promise<{ lastError: string | null }>) {
  const startedAt = performance.now()
  const cpuBefore = cpuSecondsSoFar()
  const { lastError: error } = await run()
  return {
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: cpuSecondsSoFar() - cpuBefore,
    error,
  }
}

/** Returns the processor time of this process and of the programs that have ended (proc(5), /proc/pid/stat). */
function cpuSecondsSoFar(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  const [userTime, systemTime, childUserTime, childSystemTime] = fields.slice(11, 15).map(Number)
  const ticks = (userTime ?? 0) + (systemTime ?? 0) + (childUserTime ?? 0) + (childSystemTime ?? 0)
  return ticks / ticksPerSecond
}
