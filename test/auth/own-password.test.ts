import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BrowserCall, createBrowserCall } from '../api/browser-session.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

let service: TestApp
let ada: Person
let at = new Date('2026-11-16T09:00:00Z')
const right = { currentPassword: 'correct horse', newPassword: 'correct horse' }

beforeAll(async () => {
  service = await createTestApp({ now: () => at })
  await service.organization('acme')
  ada = await service.person('acme', 'ada', { password: 'correct horse' })
})
afterAll(() => service?.close())
beforeEach(async () => {
  await service.database.unrestricted.deleteFrom('rate_window').execute()
})

async function guess(call: BrowserCall, count: number): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < count; index++) {
    const body = { currentPassword: `guess ${index}`, newPassword: 'mine from now on' }
    statuses.push((await call('PUT', '/v1/me/password', body)).status)
  }
  return statuses
}
const withKey =
  (key: string): BrowserCall =>
  (method, path, body) =>
    service.call(key, method, path, body)

test('guessing the current password is delayed, the longer the more fail', async () => {
  const thief = await createBrowserCall(service, 'acme', ada, at)
  expect(await guess(thief, 8)).toEqual([403, 403, 403, 403, 403, 429, 429, 429])
  const refused = await thief('PUT', '/v1/me/password', right)
  expect(refused).toMatchObject({ status: 429, body: { id: 'rate-limit' }, headers: { 'retry-after': '1' } })
  at = new Date(at.getTime() + 1000)
  expect(await guess(thief, 2)).toEqual([403, 429])
  expect((await thief('PUT', '/v1/me/password', right)).headers['retry-after']).toBe('2')
  // Whoever signs in has a count of their own: the thief cannot keep them from changing the password.
  const owner = await createBrowserCall(service, 'acme', ada, at)
  expect((await owner('PUT', '/v1/me/password', right)).status).toBe(204)
  expect((await thief('GET', '/v1/me')).status).toBe(401)
})

test('keys and tokens of an account share one count, and guesses in parallel do not pass it', async () => {
  const keys = await Promise.all(
    Array.from({ length: 4 }, () =>
      service.app.apiKeys.create({ organizationId: 'acme', memberId: ada.id, name: 'k' }),
    ),
  )
  const answers = await Promise.all(keys.map(({ key }) => guess(withKey(key), 5)))
  expect(answers.flat().filter((status) => status === 403)).toHaveLength(5)
  expect(answers.flat().filter((status) => status === 429)).toHaveLength(15)
  const owner = await createBrowserCall(service, 'acme', ada, at)
  expect((await owner('PUT', '/v1/me/password', right)).status).toBe(204)
})
