import { expect } from 'vitest'
import { ingestDocument } from '../../src/ingest/ingest-document.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

/** A page to begin with. */
export interface ScenarioPage {
  folder: string
  title: string
  content: string
}

interface ScenarioNote {
  id: string
  title: string
  url: string
  /** Who may see it; a word that stands in no other page. */
  audience: 'everyone' | 'group:Red' | 'group:Blue'
  marker: string
  before: string | undefined
  after: string
  state: 'still' | 'added' | 'changed' | 'deleted'
}

const audiences = ['everyone', 'group:Red', 'group:Blue'] as const
const readers: Record<string, readonly ScenarioNote['audience'][]> = {
  red: ['everyone', 'group:Red'],
  blue: ['everyone', 'group:Blue'],
  grey: ['everyone'],
}

/**
 * Puts pages into a store, edits them a week later after a script (some added, changed and deleted, for three
 * audiences), and holds each reader's digest against what they may see.
 */
export async function checkDigests(
  pages: readonly ScenarioPage[],
  counts: { added: number; changed: number; deleted: number },
): Promise<{ characters: number[] }> {
  let at = new Date('2026-11-02T09:00:00Z')
  const service = await createTestApp({ now: () => at })
  try {
    await service.organization('acme')
    const people: Record<string, Person> = {
      red: await service.person('acme', 'red', { groups: ['Red'] }),
      blue: await service.person('acme', 'blue', { groups: ['Blue'] }),
      grey: await service.person('acme', 'grey'),
    }
    for (const folder of new Set(pages.map((page) => page.folder)))
      await service.note('acme', { id: `folder-${folder}`, title: folder, content: '', updatedAt: at })
    const all = pages.map((page, index) => planPage(page, index, pages.length, counts))
    const write = (kept: ScenarioNote, content: string) =>
      service.note('acme', {
        id: kept.id,
        title: kept.title,
        content,
        parent: `folder-${pages[all.indexOf(kept)]?.folder}`,
        ...(kept.audience !== 'everyone' && { audience: [kept.audience] }),
        updatedAt: at,
      })
    for (const kept of all) if (kept.before !== undefined) await write(kept, kept.before)
    at = new Date(at.getTime() + 8 * 24 * 3600_000)
    for (const kept of all) {
      if (kept.state === 'deleted') await service.app.notes.remove('acme', kept.id)
      else if (kept.state !== 'still') await write(kept, kept.after)
    }
    await service.assistant('acme', 'helper')
    const characters: number[] = []
    for (const [name, seen] of Object.entries(readers)) {
      const digest = await readDigest(service, people[name] as Person)
      checkDigest(digest, seen, all)
      // A deleted page is in the trash, and its own audience with it.
      expectDeletedCount(digest, all, seen)
      characters.push(digest.length)
    }
    await emptyTrash(service, await service.person('acme', 'admin', { role: 'admin' }), counts.deleted)
    // A permanently deleted page has taken its own audience along, and nobody is told.
    for (const name of Object.keys(readers))
      expectDeletedCount(await readDigest(service, people[name] as Person), all, ['everyone'])
    return { characters }
  } finally {
    await service.close()
  }
}

/** The first pages are changed, the next deleted, the last added. */
function planPage(
  page: ScenarioPage,
  index: number,
  total: number,
  { added, changed, deleted }: { added: number; changed: number; deleted: number },
): ScenarioNote {
  const marker = `Quoz${index.toString(36)}lith`
  const state =
    index < changed ? 'changed' : index < changed + deleted ? 'deleted' : index >= total - added ? 'added' : 'still'
  const id = `page-${index}`
  return {
    id,
    title: `${page.title} ${marker}`,
    url: `https://notes.test/${id}`,
    audience: audiences[index % 3] as ScenarioNote['audience'],
    marker,
    before: state === 'added' ? undefined : `${page.content}\n\nThe limit for ${marker} is ${index} euros a month.`,
    after:
      state === 'changed'
        ? `${page.content}\n\nThe limit for ${marker} is ${index + 500} euros a month.\n\nMarit decides about ${marker} from now on.`
        : page.content,
    state,
  }
}

async function readDigest(service: TestApp, person: Person): Promise<string> {
  return (await service.call(person.key, 'GET', '/v1/ask/digest/helper')).body
}

/** Permanently deletes what is in the trash: one branch for each deleted page. */
async function emptyTrash(service: TestApp, admin: Person, expectedCount: number): Promise<void> {
  const { branches } = (await service.call(admin.key, 'GET', '/v1/trash')).body
  expect(branches).toHaveLength(expectedCount)
  for (const { id } of branches) expect((await service.call(admin.key, 'DELETE', `/v1/trash/${id}`)).status).toBe(204)
}

/** Deleted pages are counted in one line, not named. */
function expectDeletedCount(
  digest: string,
  all: readonly ScenarioNote[],
  audiences: readonly ScenarioNote['audience'][],
): void {
  const deleted = all.filter((kept) => kept.state === 'deleted' && audiences.includes(kept.audience))
  expect(digest.split('\n').filter((line) => line.endsWith('deleted.'))).toEqual([
    `- ${deleted.length} documents were deleted.`,
  ])
}

function checkDigest(digest: string, seen: readonly ScenarioNote['audience'][], all: readonly ScenarioNote[]): void {
  const isSeen = (kept: ScenarioNote) => seen.includes(kept.audience)
  const urls = new Map([...digest.matchAll(/^\[(\d+)\]: <(.*)>$/gm)].map(([, number, url]) => [number, url]))

  const lines = digest.split('\n').filter((line) => line.startsWith('- ') && !line.endsWith('deleted.'))
  for (const line of lines) {
    const [, text, number] = /^- (.*) \[(\d+)\]$/.exec(line) ?? []
    const source = all.find((kept) => kept.url === urls.get(number))
    expect([line, source !== undefined && isSeen(source)]).toEqual([line, true])
    expectQuotesInPage(text as string, source as ScenarioNote)
  }
  // Everything that changed for this reader is named, and nothing else is.
  const named = new Set(all.filter((kept) => digest.includes(kept.marker)).map((kept) => kept.id))
  const expected = all.filter((kept) => isSeen(kept) && (kept.state === 'changed' || kept.state === 'added'))
  expect([...named].sort()).toEqual(expected.map((kept) => kept.id).sort())
}

/** Each quoted sentence stands in the page, as it is now or, where it is told so, as it was. */
function expectQuotesInPage(line: string, source: ScenarioNote): void {
  const told = line.replace(/\\(?=[\\`*_[\]<>#|~&$!])/g, '')
  const [, kind, said = '', was = ''] = /^\*\*.*?\*\* \(([a-z ]+)\)(?:: (.*?))?(?: ?_Before: (.*)_)?$/.exec(told) ?? []
  expectContains(kind === 'no longer says' ? '' : said, source.after, line)
  expectContains(kind === 'no longer says' ? said : was, source.before ?? '', line)
}

function expectContains(quoted: string, content: string, line: string): void {
  const page = lettersOnly(ingestDocument({ title: '', content, type: 'markdown' }).text)
  // Sentences that were chosen from several places stand side by side.
  for (const text of quoted.split(/(?<=[.!?…]["'”’)\]]*)\s+/)) {
    expect([line, page.includes(lettersOnly(text.replace(/…$/, '')))]).toEqual([line, true])
  }
}

function lettersOnly(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
