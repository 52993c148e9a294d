import { seededRandom } from '../../support/seeded-random.ts'
import { buildService } from '../../support/service-process.ts'
import { createTestDatabase } from '../../support/test-database.ts'
import { runChaosRounds, seedWritableOrganization } from './chaos-rounds.ts'
import { canUseStrace, traceFsyncs } from './fsync-trace.ts'

const [given, seedGiven, lookEvery = '1'] = process.argv.slice(2)
if (given !== undefined && !/^[1-9]\d*$/.test(given)) {
  console.log(
    'Usage: npm run chaos [-- KILLS [SEED [LOOK_EVERY]]]\n\nKills the service at random while it is written to (50 times where KILLS is left out) and looks whether\nanything acknowledged was lost, after each kill or after every so many (LOOK_EVERY). TEST_DATABASE_URL: on a PostgreSQL of yours, in a database of its own.',
  )
  process.exit(given === '--help' ? 0 : 2)
}
const kills = Number(given ?? 50)
const seed = Number(seedGiven ?? Date.now() % 1_000_000)
buildService()
const scratch = await createTestDatabase()
const { engine } = scratch.database
await scratch.database.close()
const startedAt = Date.now()
const key = await seedWritableOrganization(scratch.settings)
const outcome = await runChaosRounds({
  settings: scratch.settings,
  key,
  kills,
  mostWrites: 60,
  lookEvery: Number(lookEvery),
  random: seededRandom(seed),
  largeSections: 40,
  onKill: (done, acknowledged, problems) =>
    console.log(`kill ${done} of ${kills}, ${acknowledged} acknowledged, ${problems} problems`),
})
for (const problem of outcome.problems) console.log(`PROBLEM ${problem}`)
console.log(
  `${engine}, seed ${seed}: ${outcome.kills} kills (${outcome.killsDuringStart} of them during the start), ${outcome.acknowledged} acknowledged writes, ${outcome.problems.length} problems, ${Math.round((Date.now() - startedAt) / 1000)} s`,
)
let isSynced = true
if (engine === 'pglite' && canUseStrace()) {
  const told = await traceFsyncs(scratch.settings, { key, writes: 30 })
  const unsafe = told.filter(({ syncs, unsynced }) => syncs === 0 || unsynced > 0).length
  isSynced = told.length === 30 && unsafe === 0
  console.log(`strace: ${told.length} acknowledged writes, ${unsafe} of them before the log was forced to disk`)
} else
  console.log(
    engine === 'pglite'
      ? 'strace is not here or may not trace: not looked at whether writes are forced to disk'
      : 'On a PostgreSQL server its own fsync and synchronous_commit settings decide.',
  )
if (outcome.problems.length === 0) await scratch.close()
else console.log(`The store is kept in ${scratch.settings.dataDir} for a closer look.`)
process.exit(outcome.problems.length === 0 && isSynced ? 0 : 1)
