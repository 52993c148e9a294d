import { afterAll, beforeAll, expect, test } from 'vitest'
import { warmDatabase } from '../src/cli/warm-database.ts'
import { type ScratchApp, scratchApp } from './scratch-app.ts'

let service: ScratchApp
beforeAll(async () => {
  service = await scratchApp()
})
afterAll(() => service.close())

test('the database can run what it is warmed with, and whatever it is asked next', async () => {
  const warnings: unknown[] = []
  const log = { ...service.app.log, warn: (given: unknown) => warnings.push(given) } as typeof service.app.log
  await warmDatabase({ database: service.database, log })
  expect(warnings).toEqual([])
  expect((await service.app.readiness()).parts.database).toBe('ready')
})
