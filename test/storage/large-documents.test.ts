import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../../src/access/caller.ts'
import { type App, createApp } from '../../src/app.ts'
import { sweepAbandonedStaging } from '../../src/content/indexing/staged-documents.ts'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'

const clock = new Date('2026-11-10T08:00:00.000Z')
let scratch: TestApp
let ada: Person
let caller: Caller
let org = ''

beforeAll(async () => {
  scratch = await createTestApp({ now: () => clock })
})
afterAll(() => scratch.close())

beforeEach(async () => {
  org = await scratch.newOrganization()
  ada = await scratch.person(org, 'ada')
  await scratch.dataSource(org, 'tickets')
  caller = await scratch.caller(ada)
})

/** More passages than are written at once; the last one has a word of its own. */
const passages = 150
const largeText = (word: string) =>
  `${Array.from(
    { length: passages },
    (_, place) =>
      `# Part ${place}\n\n${`The ${word} of room ${place} is looked after by the people of floor ${place}. `.repeat(3)}`,
  ).join('\n\n')}\n\n# End\n\nThe last of them is called ${word}omega, and nobody knows why that is so.`

const index = (fields: Record<string, unknown>) =>
  scratch.call(ada.key, 'POST', '/v1/ask/index', contentFixture(fields))
const searchIds = async (query: string, { key } = ada) => {
  const { body } = await scratch.call(key, 'POST', '/v1/search', { query })
  return body.hits.map((hit: { id: string }) => hit.id)
}
const listIds = async () =>
  (await scratch.call(ada.key, 'GET', '/v1/ask/index?rootId=tickets&page=0&hitsPerPage=20')).body.hits.map(
    (hit: { id: string }) => hit.id,
  )
/** What row-level security alone lets through. */
const visibleChunks = () =>
  scratch.database.readAs(caller, async (store) => {
    const { rows } = await sql<{
      body: string
    }>`select body from chunk order by document_key, ordinal`.execute(store)
    return rows.map(({ body }) => body)
  })
const storedChunkCount = async () =>
  (await sql`select key from chunk where org_id = ${org}`.execute(scratch.database.unrestricted)).rows.length
const stagedDocumentCount = async () =>
  (await sql`select from unfinished_document where org_id = ${org}`.execute(scratch.database.unrestricted)).rows.length
const documentCount = async () =>
  (await sql`select from document where org_id = ${org}`.execute(scratch.database.unrestricted)).rows.length

/** Does something when all that goes ahead of the document is written, and its last transaction is about to begin. */
function beforeFinalTransaction(act: () => Promise<void>): { hasCome: () => boolean } {
  const { transaction, writeAs } = scratch.database
  let hasCome = false
  const actOnce = async () => {
    if (hasCome || (await stagedDocumentCount()) !== 1 || (await storedChunkCount()) <= passages) return
    hasCome = true
    Object.assign(scratch.database, { transaction, writeAs })
    await act()
  }
  scratch.database.transaction = async (work) => {
    await actOnce()
    return transaction(work)
  }
  // Of members who write notes.
  scratch.database.writeAs = async (writer, work) => {
    await actOnce()
    return writeAs(writer, work)
  }
  return { hasCome: () => hasCome }
}

/** Stops like a process that is killed there: nobody cleans up. */
async function killBeforeFinalTransaction(fields: Record<string, unknown>): Promise<void> {
  const { transaction } = scratch.database
  const { hasCome } = beforeFinalTransaction(async () => {
    scratch.database.transaction = () => Promise.reject(new Error('killed'))
    throw new Error('killed')
  })
  expect((await index(fields)).status).toBe(500)
  scratch.database.transaction = transaction
  expect(hasCome()).toBe(true)
}

describe('a large document', () => {
  test('is seen by nobody before its last transaction, and as a whole after it', async () => {
    const { hasCome } = beforeFinalTransaction(async () => {
      expect(await visibleChunks()).toEqual([])
      expect(await searchIds('doorknob')).toEqual([])
      expect(await listIds()).toEqual([])
    })
    expect((await index({ content: largeText('doorknob') })).status).toBe(200)
    expect(hasCome()).toBe(true)
    expect(await searchIds('doorknobomega')).toEqual(['T-1'])
    expect(await listIds()).toEqual(['T-1'])
    expect(await visibleChunks()).toHaveLength(await storedChunkCount())
    expect(await stagedDocumentCount()).toBe(0)
  })

  test('shows its old text until the new one is there, and keeps that as a version', async () => {
    await index({ content: largeText('doorknob') })
    const before = await visibleChunks()
    const { hasCome } = beforeFinalTransaction(async () => {
      expect(await storedChunkCount()).toBeGreaterThan(before.length)
      expect(await visibleChunks()).toEqual(before)
      expect(await searchIds('windowpane')).toEqual([])
    })
    await index({ content: largeText('windowpane') })
    expect(hasCome()).toBe(true)
    expect(await searchIds('windowpaneomega')).toEqual(['T-1'])
    expect(await searchIds('doorknobomega')).toEqual([])
    expect(await visibleChunks()).toHaveLength(await storedChunkCount())
    const { rows } = await sql<{ plain: string }>`
      select plain from document_version where org_id = ${org}`.execute(scratch.database.unrestricted)
    expect(rows.map(({ plain }) => plain.includes('windowpane'))).toEqual([false])
  })

  test('that fails in the end leaves nothing behind', async () => {
    beforeFinalTransaction(async () => {
      throw new Error('the end')
    })
    expect((await index({ content: largeText('doorknob') })).status).toBe(500)
    expect([await storedChunkCount(), await stagedDocumentCount(), await documentCount()]).toEqual([0, 0, 0])
    await index({ content: 'Short.' })
    beforeFinalTransaction(async () => {
      throw new Error('the end')
    })
    expect((await index({ content: largeText('doorknob') })).status).toBe(500)
    expect(await visibleChunks()).toEqual(['Short.'])
    expect([await storedChunkCount(), await stagedDocumentCount()]).toEqual([1, 0])
  })

  test('that is deleted in the middle is written all the same', async () => {
    await index({ content: 'Short.' })
    beforeFinalTransaction(async () => {
      await sql`delete from document where org_id = ${org}`.execute(scratch.database.unrestricted)
    })
    expect((await index({ content: largeText('doorknob') })).status).toBe(200)
    expect(await searchIds('doorknobomega')).toEqual(['T-1'])
    expect(await visibleChunks()).toHaveLength(await storedChunkCount())
  })
})

describe('what a killed process left', () => {
  test('is made use of by whoever writes the document next', async () => {
    await killBeforeFinalTransaction({ content: largeText('doorknob') })
    expect([await stagedDocumentCount(), await documentCount(), await listIds(), await visibleChunks()]).toEqual([
      1,
      1,
      [],
      [],
    ])
    const left = await storedChunkCount()
    expect((await index({ content: largeText('doorknob') })).status).toBe(200)
    expect(await searchIds('doorknobomega')).toEqual(['T-1'])
    expect([await storedChunkCount(), (await visibleChunks()).length, await stagedDocumentCount()]).toEqual([
      left,
      left,
      0,
    ])
  })

  test('is not seen when the next text is another, short one', async () => {
    await index({ content: 'Short.' })
    await killBeforeFinalTransaction({ content: largeText('doorknob') })
    expect(await visibleChunks()).toEqual(['Short.'])
    await index({ content: 'Short, too.' })
    expect([await visibleChunks(), await storedChunkCount(), await stagedDocumentCount()]).toEqual([
      ['Short, too.'],
      1,
      0,
    ])
  })

  test('is swept away after a while, and what was there before it stays', async () => {
    await index({ id: 'T-2', content: 'Short.' })
    await killBeforeFinalTransaction({ content: largeText('doorknob') })
    await sql`update unfinished_document set writer = 'gone' where org_id = ${org}`.execute(
      scratch.database.unrestricted,
    )
    const sweep = (leftBefore: Date) => sweepAbandonedStaging(scratch.database, leftBefore, () => clock)
    await sweep(clock)
    expect(await stagedDocumentCount()).toBe(1)
    await sweep(new Date(clock.getTime() + 1))
    expect([await stagedDocumentCount(), await documentCount(), await storedChunkCount(), await listIds()]).toEqual([
      0,
      1,
      1,
      ['T-2'],
    ])
  })
})

describe('two servers at one large document', () => {
  let other: App
  beforeAll(async () => {
    const { config, log } = scratch.app
    other = await createApp({ config, log, database: scratch.database, embedder: undefined })
  })
  afterAll(() => other.close())

  const put = (app: App, word: string) =>
    app.notes.upsert(org, {
      id: 'both',
      title: 'Both',
      content: largeText(word),
      type: 'markdown',
      url: 'https://notes.test/both',
      parentId: undefined,
      audience: undefined,
      updatedAt: clock,
    })

  test('leave the text of the one who ended last, and nothing of the other', async () => {
    await Promise.all([put(scratch.app, 'doorknob'), put(other, 'windowpane')])
    const { content: kept } = (await scratch.call(ada.key, 'GET', '/v1/notes/both')).body
    const texts = await visibleChunks()
    const last = kept.includes('doorknob') ? 'doorknob' : 'windowpane'
    expect(texts.filter((text) => !text.includes(last))).toEqual([])
    expect([texts.length, await stagedDocumentCount()]).toEqual([await storedChunkCount(), 0])
    expect(await searchIds(`${last}omega`)).toEqual(['both'])
  })

  test('leave all of it or nothing when one of them deletes it', async () => {
    await put(scratch.app, 'doorknob')
    const outcomes = await Promise.allSettled([put(scratch.app, 'windowpane'), other.notes.remove(org, 'both')])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect([[], ['both']]).toContainEqual(await searchIds('windowpaneomega'))
    expect(await searchIds('doorknob')).toEqual([])
    expect([(await visibleChunks()).length, await stagedDocumentCount()]).toEqual([await storedChunkCount(), 0])
  })

  test('end well when one finds that the other has taken over', async () => {
    const { hasCome } = beforeFinalTransaction(async () => {
      await sql`update unfinished_document set writer = 'other' where org_id = ${org}`.execute(
        scratch.database.unrestricted,
      )
    })
    await put(scratch.app, 'doorknob')
    expect(hasCome()).toBe(true)
    expect([(await visibleChunks()).length, await stagedDocumentCount()]).toEqual([await storedChunkCount(), 0])
  })
})

describe('a large note', () => {
  const note = (id: string) => scratch.call(ada.key, 'GET', `/v1/notes/${id}`)

  test('is written by people as any other, and its edit is seen as a whole', async () => {
    const { hasCome } = beforeFinalTransaction(async () => {
      expect(await visibleChunks()).toEqual([])
    })
    const made = await scratch.call(ada.key, 'POST', '/v1/notes', {
      title: 'Rooms',
      markdown: largeText('doorknob'),
    })
    expect([made.status, hasCome()]).toEqual([200, true])
    const { id } = made.body
    expect(await searchIds('doorknobomega')).toEqual([id])
    const edited = await scratch.call(ada.key, 'PUT', `/v1/notes/${id}`, {
      markdown: largeText('windowpane'),
    })
    expect(edited.status).toBe(200)
    expect([await searchIds('doorknobomega'), await searchIds('windowpaneomega')]).toEqual([[], [id]])
    expect([(await visibleChunks()).length, await stagedDocumentCount()]).toEqual([await storedChunkCount(), 0])
  })

  test('that is shared with others in the middle is for those alone', async () => {
    const bob = await scratch.person(org, 'bob')
    await scratch.note(org, { id: 'rooms', content: 'Short.' })
    const { hasCome } = beforeFinalTransaction(async () => {
      const shared = await scratch.call(ada.key, 'PUT', '/v1/notes/rooms/audience', {
        audience: [`user:${ada.email}`],
      })
      expect(shared).toMatchObject({ status: 200 })
    })
    await scratch.note(org, { id: 'rooms', content: largeText('doorknob'), audience: [`user:${ada.email}`] })
    expect(hasCome()).toBe(true)
    expect(await searchIds('doorknobomega')).toEqual(['rooms'])
    expect(await searchIds('doorknobomega', bob)).toEqual([])
  })

  test('that is archived in the middle is on the shelf as a whole, with nothing of the old text', async () => {
    await scratch.note(org, { id: 'rooms', content: 'Short.' })
    const { hasCome } = beforeFinalTransaction(async () => {
      await scratch.call(ada.key, 'PUT', '/v1/notes/rooms/archived', { archived: true })
    })
    await scratch.note(org, { id: 'rooms', content: largeText('doorknob') })
    expect(hasCome()).toBe(true)
    expect([await storedChunkCount(), await stagedDocumentCount()]).toEqual([0, 0])
    expect((await note('rooms')).body.archivedAt).not.toBeNull()
    await scratch.call(ada.key, 'PUT', '/v1/notes/rooms/archived', { archived: false })
    expect(await searchIds('doorknobomega')).toEqual(['rooms'])
    expect((await visibleChunks()).filter((text) => text === 'Short.')).toEqual([])
  })
})
