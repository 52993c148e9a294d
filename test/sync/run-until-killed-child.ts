import { pino } from 'pino'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/storage/database.ts'

// The process that run-until-killed.ts starts. It ends the hard way, in the middle of whatever it does then.
const { settings, config, statements, laterMs } = JSON.parse(process.argv[2] ?? '')
let left = Number.POSITIVE_INFINITY
const database = await openDatabase({
  ...settings,
  onQuery: () => {
    left -= 1
    if (left <= 0) process.kill(process.pid, 'SIGKILL')
  },
})
const app = await createApp({
  config: { ...readConfig({ DATA_DIR: settings.dataDir, DATABASE_URL: settings.databaseUrl }), ...config },
  database,
  embedder: undefined,
  log: pino({ level: 'silent' }),
  now: () => new Date(Date.now() + laterMs),
})
left = statements
await app.jobs.drain()
// The run took fewer statements: as many as this code.
process.exit(statements - left)
