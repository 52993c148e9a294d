import { browserUnavailableReason } from '../browser-app.ts'
import { builtInPayloads, readPayloads } from './payloads.ts'
import { seedPayloads } from './seed-payloads.ts'
import { visitScreens } from './visit-screens.ts'

const [path, most = '1000000', every = '1'] = process.argv.slice(2)
if (path === undefined || path === '--help' || ![most, every].every((text) => /^[1-9]\d*$/.test(text))) {
  console.log(
    'Usage: npm run xss -- PATH [MOST [EVERY]]\n\nTakes the lines of a file (or of every .txt below a folder) and our own hostile strings, puts each into a service as\ntitle, content, address, name and question, and shows them on every screen of the app in Chromium. Whatever\nbecomes more than text is a problem. MOST: only so many lines. EVERY: only one of so many is imported, asked and opened\nas an item, which takes longest; all of them are in notes and in the lists of items, questions and people.',
  )
  process.exit(path === '--help' ? 0 : 2)
}
if (browserUnavailableReason) {
  console.log(`This needs a browser: ${browserUnavailableReason}.`)
  process.exit(2)
}

const inFullEvery = Number(every)
const strings = [...new Set([...builtInPayloads, ...readPayloads(path).slice(0, Number(most))])]
const startedAt = Date.now()
const elapsedSeconds = () => Math.round((Date.now() - startedAt) / 1000)
const logProgress = (what: string, done: number) => {
  if (done % 500 === 0 || done === strings.length) console.log(`${elapsedSeconds()} s: ${done} ${what}`)
}
const filled = await seedPayloads(strings, logProgress)
const { problems, shownCounts } = await visitScreens(filled, strings, {
  inFullEvery,
  onProgress: logProgress,
})
await filled.app.closeAll()
for (const problem of problems) console.log(`PROBLEM ${problem}`)
const places = [...shownCounts].map(([what, count]) => `${count} ${what}`).join(', ')
console.log(
  `${strings.length} strings (${filled.acceptedUrlCount} of them taken as the address of an item): ${places}; ${problems.length} problems, ${elapsedSeconds()} s`,
)
process.exit(problems.length === 0 ? 0 : 1)
