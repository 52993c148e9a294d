import { parseArgs } from 'node:util'
import { allOrigins } from '../test/sync/origins/all-origins.ts'
import { missingPrograms, type OriginKind } from '../test/sync/origins/origin.ts'
import { openSyncedOrigin } from '../test/sync/synced-origin.ts'

const itemsPerKill = 20
/** Of a run with so many new items. */
const statementsPerRun = 150

/** Kills the process in the middle of a sync, at moments that are spread over the run, and compares the store with the origin. */
export async function benchSyncKills(print: (line: string) => void, argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: { kills: { type: 'string', default: '3' }, only: { type: 'string', default: '' } },
  })
  let total = 0
  let wrong = 0
  for (const kind of allOrigins) {
    if (!kind.name.includes(values.only)) continue
    const missing = missingPrograms(kind)
    if (missing.length > 0) {
      print(`${kind.name}: not installed: ${missing}`)
      continue
    }
    const outcome = await killSyncs(kind, Number(values.kills))
    print(`${kind.name}: ${outcome.killed} kills, ${outcome.wrong.length} with another store${outcome.wrong.join('')}`)
    total += outcome.killed
    wrong += outcome.wrong.length
  }
  print(`${total} kills over all (target: at least 30), ${wrong} with another store than the origin (target: 0)`)
  if (wrong > 0) process.exitCode = 1
}

async function killSyncs(kind: OriginKind, kills: number): Promise<{ killed: number; wrong: string[] }> {
  const origin = await kind.create()
  const synced = await openSyncedOrigin(origin)
  const wrong: string[] = []
  let killed = 0
  try {
    for (let index = 0; index < kills; index++) {
      const names = Array.from({ length: itemsPerKill }, (_, item) => `Page-${index}-${item}`)
      await synced.write(Object.fromEntries(names.map((name) => [name, `${name} tells of a cellar.`])))
      if (index > 0) {
        await synced.write({ [`Page-${index - 1}-1`]: `Page-${index - 1}-1 tells of a window now.` })
        await synced.rename(`Page-${index - 1}-2`, `Moved-${index}`)
        await synced.remove(`Page-${index - 1}-3`)
      }
      const statements =
        4 + (Math.floor((statementsPerRun * (index + kind.name.length / 20)) / kills) % statementsPerRun)
      if ((await synced.syncKilled(statements)) === 'SIGKILL') killed += 1
      const isEqual = JSON.stringify(await synced.stored()) === JSON.stringify(synced.expected())
      if (!isEqual) wrong.push(`\n  after ${statements} statements: ${(await synced.app.find()).lastError}`)
    }
    return { killed, wrong }
  } finally {
    await synced.close()
    await origin.close()
  }
}
