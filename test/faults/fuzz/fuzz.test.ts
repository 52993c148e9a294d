import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../support/seeded-random.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { fuzzDocuments } from './fuzz-documents.ts'
import { fuzzRequests } from './fuzz-requests.ts'

// `npm run fuzz` sends 50,000 requests and reads 5,000 documents. How long one may take is looked at there, too: here
// the machine may be busy with other tests, and only what never ends counts.
const maxResponseMs = 60_000
let service: TestApp
beforeAll(async () => {
  service = await createTestApp()
})
afterAll(() => service?.close())

test('mutated requests get an answer that is not an error of ours', async () => {
  const { problems, statuses } = await fuzzRequests({
    service,
    count: 400,
    random: seededRandom(4),
    longestMs: maxResponseMs,
  })
  expect(problems).toEqual([])
  for (const status of [200, 401, 404]) expect(statuses.get(status)).toBeGreaterThan(0)
})

test('mutated documents are all read', async () => {
  expect((await fuzzDocuments({ count: 60, random: seededRandom(4), longestMs: maxResponseMs })).problems).toEqual([])
})
