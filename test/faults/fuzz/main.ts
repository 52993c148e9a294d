import { seededRandom } from '../../support/seeded-random.ts'
import { createTestApp } from '../../support/test-app.ts'
import { fuzzDocuments } from './fuzz-documents.ts'
import { fuzzRequests } from './fuzz-requests.ts'

const [requestsGiven = '50000', documentsGiven = '5000', seedGiven] = process.argv.slice(2)
if (![requestsGiven, documentsGiven].every((text) => /^\d+$/.test(text))) {
  console.log('Usage: npm run fuzz [-- REQUESTS DOCUMENTS [SEED]]\n\n50000 requests and 5000 documents where left out.')
  process.exit(requestsGiven === '--help' ? 0 : 2)
}
const seed = Number(seedGiven ?? Date.now() % 1_000_000)
const maxResponseMs = 5000
/** Of what lives on after a collection; caches and the like may fill up to here. */
const maxGrowthBytes = 64 * 1024 * 1024

const memory: number[] = []
const reportProgress = (what: string, count: number) => (done: number) => {
  if (done % 1000 !== 0) return
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  memory.push(heapUsed + external)
  const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
  console.log(`${done} of ${count} ${what}, ${megabytes(heapUsed + external)} MB live, ${megabytes(rss)} MB held`)
}

const problems: string[] = []
const service = await createTestApp()
const requests = await fuzzRequests({
  service,
  count: Number(requestsGiven),
  random: seededRandom(seed),
  longestMs: maxResponseMs,
  onProgress: reportProgress('requests', Number(requestsGiven)),
})
problems.push(...requests.problems)
// From when everything has been loaded and used once.
const grownBytes = Math.max(0, (memory.at(-1) ?? 0) - (memory[Math.floor(memory.length / 4)] ?? 0))
if (grownBytes > maxGrowthBytes) problems.push(`memory grew by ${grownBytes} bytes`)
await service.close()
const documents = await fuzzDocuments({
  count: Number(documentsGiven),
  random: seededRandom(seed),
  longestMs: maxResponseMs,
  onProgress: reportProgress('documents', Number(documentsGiven)),
})
problems.push(...documents.problems)

for (const problem of problems) console.log(`PROBLEM ${problem}`)
const statuses = [...requests.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
console.log(
  `seed ${seed}: ${requests.sent} requests (${statuses.join(', ')}), slowest ${Math.round(requests.slowestMs)} ms, memory grew by ${Math.round(grownBytes / 1024 / 1024)} MB; ${documents.read} documents, slowest ${Math.round(documents.slowestMs)} ms; ${problems.length} problems`,
)
process.exit(problems.length === 0 ? 0 : 1)
