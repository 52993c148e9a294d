import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../src/config.ts'
import type { DatabaseSettings } from '../../src/storage/database.ts'

/** Runs what is due in a process of its own, which ends itself with SIGKILL after so many statements of the run. */
export function runUntilKilled(task: {
  settings: DatabaseSettings
  config: Partial<Config>
  statements: number
  /** How far its clock is ahead. */
  laterMs: number
}): Promise<string | number | null> {
  const tsx = import.meta.resolve('tsx')
  const script = fileURLToPath(new URL('./run-until-killed-child.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', tsx, script, JSON.stringify(task)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)))
}
