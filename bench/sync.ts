import { parseArgs } from 'node:util'
import { allOrigins } from '../test/sync/origins/all-origins.ts'
import { missingPrograms, type OriginKind } from '../test/sync/origins/origin.ts'
import { servedOrigin, webdavOrigin } from '../test/sync/origins/rclone-origins.ts'
import { openSyncedOrigin } from '../test/sync/synced-origin.ts'

/**
 * Times a first sync of every kind of origin and a second one with nothing changed. There is no embedding model, which would
 * only make the first one longer.
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
    const percent = ((100 * second.seconds) / first.seconds).toFixed(1)
    return `${items} items, first ${first.seconds.toFixed(1)} s, second ${second.seconds.toFixed(2)} s: ${percent} % (target: at most 5 %)${outcome}`
  } finally {
    await synced.close()
    await origin.close()
  }
}

async function timed(
  run: () => Promise<{ lastError: string | null }>,
): Promise<{ seconds: number; error: string | null }> {
  const startedAt = performance.now()
  const { lastError } = await run()
  return { seconds: (performance.now() - startedAt) / 1000, error: lastError }
}
