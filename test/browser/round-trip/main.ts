import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserUnavailableReason } from '../browser-app.ts'
import { openRoundTrips } from './round-trip.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined || folder === '--help') {
  console.log(
    'Usage: npm run round-trip -- FOLDER\n\nOpens every Markdown file of a folder in the editor and counts the files that it changes: opened and saved, after a\nletter was typed and deleted, and outside of a word that was changed.',
  )
  process.exit(folder === '--help' ? 0 : 2)
}
if (browserUnavailableReason) {
  console.log(`This needs a browser: ${browserUnavailableReason}.`)
  process.exit(2)
}

const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.mdx?$/.test(path))
  .sort()
const startedAt = Date.now()
const { measure, close } = await openRoundTrips()
const counts = { unchanged: 0, restored: 0, withWords: 0, changedInPlace: 0 }
for (const [index, path] of paths.entries()) {
  const result = await measure(readFileSync(join(folder, path), 'utf8'))
  counts.unchanged += Number(result.isUnchanged)
  counts.restored += Number(result.isRestored)
  counts.withWords += Number(result.isChangedInPlace !== undefined)
  counts.changedInPlace += Number(result.isChangedInPlace === true)
  if (!result.isUnchanged || !result.isRestored || result.isChangedInPlace === false)
    console.log(`CHANGED ${path}: ${JSON.stringify(result)}`)
  if ((index + 1) % 200 === 0) console.log(`${index + 1} files`)
}
await close()
const seconds = Math.round((Date.now() - startedAt) / 1000)
console.log(
  `${paths.length} files: ${counts.unchanged} unchanged, ${counts.restored} unchanged after a letter was typed and deleted, ${counts.changedInPlace} of ${counts.withWords} changed only where a word was changed; ${seconds} s`,
)
process.exit(
  counts.unchanged + counts.restored === 2 * paths.length && counts.changedInPlace === counts.withWords ? 0 : 1,
)
