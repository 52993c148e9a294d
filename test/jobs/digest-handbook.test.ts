import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseFrontMatter } from '../../src/ingest/front-matter.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { checkDigests, type ScenarioPage } from './digest-scenario.ts'

/** Every markdown page below a folder, in the order of their names. */
function pagesBelow(directory: string): ScenarioPage[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map((path) => ({
      folder: basename(dirname(join(directory, path))),
      title: basename(path, '.md'),
      content: parseFrontMatter(readFileSync(join(directory, path), 'utf8')).body,
    }))
}

const sample = fileURLToPath(new URL('../../sample/handbook', import.meta.url))

test('three readers of the sample handbook are told all that changed for them, and not a word of the rest', async () => {
  const { characters } = await checkDigests(pagesBelow(sample), { added: 10, changed: 18, deleted: 6 })
  for (const count of characters) expect(count).toBeLessThanOrEqual(20_000)
})

// A folder with a public handbook each: see docs/quality.md.
const handbooks = process.env.HANDBOOKS_DIR
if (handbooks)
  test('so are those of public handbooks, all their pages: 20 added, 30 changed, 10 deleted', async () => {
    const all = readdirSync(handbooks, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap((entry) => pagesBelow(join(handbooks, entry.name)))
    // Shuffled, so that what is edited stands all over them.
    const random = seededRandom(7).next
    const pages = all
      .map((page) => ({ page, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ page }) => page)
    const { characters } = await checkDigests(pages, { added: 20, changed: 30, deleted: 10 })
    console.log(JSON.stringify({ pages: pages.length, characters }))
    for (const count of characters) expect(count).toBeLessThanOrEqual(20_000)
  }, 1_800_000)
