import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ScratchApp, scratchApp } from '../scratch-app.ts'
import { seededRandom } from '../seeded-random.ts'
import { fuzzDocuments } from './fuzz-documents.ts'
import { fuzzRequests } from './fuzz-requests.ts'

// `npm run fuzz` sends 50,000 requests and reads 5,000 documents. How long one may take is looked at there, too: here
// the machine may be busy with other tests, and only what never ends counts.
const longestMs = 60_000
let service: ScratchApp
beforeAll(async () => {
  service = await scratchApp()
})
afterAll(() => service?.close())

test('mutated requests get an answer that is not an error of ours', async () => {
  const { problems, statuses } = await fuzzRequests({
    service,
    count: 400,
    random: seededRandom(4),
    longestMs,
  })
  expect(problems).toEqual([])
  for (const status of [200, 401, 404]) expect(statuses.get(status)).toBeGreaterThan(0)
})

test('mutated documents are all read', async () => {
  expect((await fuzzDocuments({ count: 60, random: seededRandom(4), longestMs })).problems).toEqual([])
})
