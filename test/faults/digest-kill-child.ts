import { sql } from 'kysely'
import { pino } from 'pino'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/storage/database.ts'

// A process of its own for the test that kills it: delivers the digests that are due, and ends itself the hard way in the
// middle of it, with the third one written and not committed.
const [settingsText = '', allowed = '', time = ''] = process.argv.slice(2)
const settings = JSON.parse(settingsText)
const opened = await openDatabase(settings)
const database: Database = {
  ...opened,
  transaction: (work) =>
    opened.transaction(async (store) => {
      const result = await work(store)
      const { rows } = await sql`select from inbox_digest limit 3`.execute(store)
      if (rows.length === 3) process.kill(process.pid, 'SIGKILL')
      return result
    }),
}
const app = await createApp({
  config: {
    ...readConfig({ DATA_DIR: settings.dataDir, DATABASE_URL: settings.databaseUrl }),
    callbackAllow: [allowed],
  },
  database,
  embedder: undefined,
  log: pino({ level: 'silent' }),
  now: () => new Date(time),
})
await app.jobs.drain()
