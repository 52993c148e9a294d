import { afterAll, beforeAll, expect, test } from 'vitest'
import { warmUpDatabase } from '../../src/cli/warm-up-database.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

let service: TestApp
beforeAll(async () => {
  service = await createTestApp()
})
afterAll(() => service.close())

test('the database can run what it is warmed with, and whatever it is asked next', async () => {
  const warnings: unknown[] = []
  const log = { ...service.app.log, warn: (given: unknown) => warnings.push(given) } as typeof service.app.log
  await warmUpDatabase({ database: service.database, log }, Promise.resolve(false))
  expect(warnings).toEqual([])
  expect((await service.app.checkReadiness()).parts.database).toBe('ready')
})
