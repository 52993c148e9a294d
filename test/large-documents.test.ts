import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Viewer } from '../src/access/viewer.ts'
import { type App, createApp } from '../src/app.ts'
import { sweepUnfinished } from '../src/library/unfinished-documents.ts'
import { content, type Person, type ScratchApp, scratchApp } from './scratch-app.ts'

const clock = new Date('2026-11-10T08:00:00.000Z')
let scratch: ScratchApp
let ada: Person
let viewer: Viewer
let org = ''
let counter = 0

beforeAll(async () => {
  scratch = await scratchApp({ now: () => clock })
})
afterAll(() => scratch.close())

beforeEach(async () => {
  counter += 1
  org = await scratch.organization(`org${counter}`)
  ada = await scratch.person(org, 'ada')
  await scratch.dataSource(org, 'tickets')
  viewer = await scratch.viewer(ada)
})

/** More passages than are written at once; the last one has a word of its own. */
const passages = 150
const large = (word: string) =>
  `${Array.from(
    { length: passages },
    (_, place) =>
      `# Part ${place}\n\n${`The ${word} of room ${place} is looked after by the people of floor ${place}. `.repeat(3)}`,
  ).join('\n\n')}\n\n# End\n\nThe last of them is called ${word}omega, and nobody knows why that is so.`

const index = (fields: Record<string, unknown>) =>
  scratch.call(ada.key, 'POST', '/v1/ask/index', content(fields))
const found = async (query: string, { key } = ada) => {
  const { body } = await scratch.call(key, 'POST', '/v1/search', { query })
  return body.hits.map((hit: { id: string }) => hit.id)
}
const listed = async () =>
  (await scratch.call(ada.key, 'GET', '/v1/ask/index?rootId=tickets&page=0&hitsPerPage=20')).body.hits.map(
    (hit: { id: string }) => hit.id,
  )
/** What row-level security alone lets through. */
const shown = () =>
  scratch.database.readAs(viewer, async (store) => {
    const { rows } = await sql<{
      body: string
    }>`select body from chunk order by document_key, ordinal`.execute(store)
    return rows.map(({ body }) => body)
  })
const stored = async () =>
  (await sql`select key from chunk where org_id = ${org}`.execute(scratch.database.service)).rows.length
const marks = async () =>
  (await sql`select from unfinished_document where org_id = ${org}`.execute(scratch.database.service)).rows
    .length
const documents = async () =>
  (await sql`select from document where org_id = ${org}`.execute(scratch.database.service)).rows.length

/** Does something when all that goes ahead of the document is written, and its last transaction is about to begin. */
function beforeTheEnd(act: () => Promise<void>): { hasCome: () => boolean } {
  const { transaction } = scratch.database
  let hasCome = false
  scratch.database.transaction = async (work) => {
    if (!hasCome && (await marks()) === 1 && (await stored()) > passages) {
      hasCome = true
      scratch.database.transaction = transaction
      await act()
    }
    return transaction(work)
  }
  return { hasCome: () => hasCome }
}

/** Stops like a process that is killed there: nobody cleans up. */
async function killedBeforeTheEnd(fields: Record<string, unknown>): Promise<void> {
  const { transaction } = scratch.database
  const { hasCome } = beforeTheEnd(async () => {
    scratch.database.transaction = () => Promise.reject(new Error('killed'))
    throw new Error('killed')
  })
  expect((await index(fields)).status).toBe(500)
  scratch.database.transaction = transaction
  expect(hasCome()).toBe(true)
}

describe('a large document', () => {
  test('is seen by nobody before its last transaction, and as a whole after it', async () => {
    const { hasCome } = beforeTheEnd(async () => {
      expect(await shown()).toEqual([])
      expect(await found('doorknob')).toEqual([])
      expect(await listed()).toEqual([])
    })
    expect((await index({ content: large('doorknob') })).status).toBe(200)
    expect(hasCome()).toBe(true)
    expect(await found('doorknobomega')).toEqual(['T-1'])
    expect(await listed()).toEqual(['T-1'])
    expect(await shown()).toHaveLength(await stored())
    expect(await marks()).toBe(0)
  })

  test('shows its old text until the new one is there, and keeps that as a version', async () => {
    await index({ content: large('doorknob') })
    const before = await shown()
    const { hasCome } = beforeTheEnd(async () => {
      expect(await stored()).toBeGreaterThan(before.length)
      expect(await shown()).toEqual(before)
      expect(await found('windowpane')).toEqual([])
    })
    await index({ content: large('windowpane') })
    expect(hasCome()).toBe(true)
    expect(await found('windowpaneomega')).toEqual(['T-1'])
    expect(await found('doorknobomega')).toEqual([])
    expect(await shown()).toHaveLength(await stored())
    const { rows } = await sql<{ plain: string }>`
      select plain from document_version where org_id = ${org}`.execute(scratch.database.service)
    expect(rows.map(({ plain }) => plain.includes('windowpane'))).toEqual([false])
  })

  test('that fails in the end leaves nothing behind', async () => {
    beforeTheEnd(async () => {
      throw new Error('the end')
    })
    expect((await index({ content: large('doorknob') })).status).toBe(500)
    expect([await stored(), await marks(), await documents()]).toEqual([0, 0, 0])
    await index({ content: 'Short.' })
    beforeTheEnd(async () => {
      throw new Error('the end')
    })
    expect((await index({ content: large('doorknob') })).status).toBe(500)
    expect(await shown()).toEqual(['Short.'])
    expect([await stored(), await marks()]).toEqual([1, 0])
  })

  test('that is deleted in the middle is written all the same', async () => {
    await index({ content: 'Short.' })
    beforeTheEnd(async () => {
      await sql`delete from document where org_id = ${org}`.execute(scratch.database.service)
    })
    expect((await index({ content: large('doorknob') })).status).toBe(200)
    expect(await found('doorknobomega')).toEqual(['T-1'])
    expect(await shown()).toHaveLength(await stored())
  })
})

describe('what a killed process left', () => {
  test('is made use of by whoever writes the document next', async () => {
    await killedBeforeTheEnd({ content: large('doorknob') })
    expect([await marks(), await documents(), await listed(), await shown()]).toEqual([1, 1, [], []])
    const left = await stored()
    expect((await index({ content: large('doorknob') })).status).toBe(200)
    expect(await found('doorknobomega')).toEqual(['T-1'])
    expect([await stored(), (await shown()).length, await marks()]).toEqual([left, left, 0])
  })

  test('is not seen when the next text is another, short one', async () => {
    await index({ content: 'Short.' })
    await killedBeforeTheEnd({ content: large('doorknob') })
    expect(await shown()).toEqual(['Short.'])
    await index({ content: 'Short, too.' })
    expect([await shown(), await stored(), await marks()]).toEqual([['Short, too.'], 1, 0])
  })

  test('is swept away after a while, and what was there before it stays', async () => {
    await index({ id: 'T-2', content: 'Short.' })
    await killedBeforeTheEnd({ content: large('doorknob') })
    await sql`update unfinished_document set writer = 'gone' where org_id = ${org}`.execute(
      scratch.database.service,
    )
    const sweep = (leftBefore: Date) => sweepUnfinished(scratch.database, leftBefore, () => clock)
    await sweep(clock)
    expect(await marks()).toBe(1)
    await sweep(new Date(clock.getTime() + 1))
    expect([await marks(), await documents(), await stored(), await listed()]).toEqual([0, 1, 1, ['T-2']])
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
    app.notes.put(org, {
      id: 'both',
      title: 'Both',
      content: large(word),
      type: 'markdown',
      url: 'https://notes.test/both',
      parentId: undefined,
      audience: undefined,
      updatedAt: clock,
    })

  test('leave the text of the one who ended last, and nothing of the other', async () => {
    await Promise.all([put(scratch.app, 'doorknob'), put(other, 'windowpane')])
    const { content: kept } = (await scratch.call(ada.key, 'GET', '/v1/notes/both')).body
    const texts = await shown()
    const last = kept.includes('doorknob') ? 'doorknob' : 'windowpane'
    expect(texts.filter((text) => !text.includes(last))).toEqual([])
    expect([texts.length, await marks()]).toEqual([await stored(), 0])
    expect(await found(`${last}omega`)).toEqual(['both'])
  })

  test('leave all of it or nothing when one of them deletes it', async () => {
    await put(scratch.app, 'doorknob')
    const outcomes = await Promise.allSettled([
      put(scratch.app, 'windowpane'),
      other.notes.remove(org, 'both'),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect([[], ['both']]).toContainEqual(await found('windowpaneomega'))
    expect(await found('doorknob')).toEqual([])
    expect([(await shown()).length, await marks()]).toEqual([await stored(), 0])
  })

  test('end well when one finds that the other has taken over', async () => {
    const { hasCome } = beforeTheEnd(async () => {
      await sql`update unfinished_document set writer = 'other' where org_id = ${org}`.execute(
        scratch.database.service,
      )
    })
    await put(scratch.app, 'doorknob')
    expect(hasCome()).toBe(true)
    expect([(await shown()).length, await marks()]).toEqual([await stored(), 0])
  })
})

describe('a large note', () => {
  const note = (id: string) => scratch.call(ada.key, 'GET', `/v1/notes/${id}`)

  test('is written by people as any other, and its edit is seen as a whole', async () => {
    const { hasCome } = beforeTheEnd(async () => {
      expect(await shown()).toEqual([])
    })
    const made = await scratch.call(ada.key, 'POST', '/v1/notes', {
      title: 'Rooms',
      markdown: large('doorknob'),
    })
    expect([made.status, hasCome()]).toEqual([200, true])
    const { id } = made.body
    expect(await found('doorknobomega')).toEqual([id])
    const edited = await scratch.call(ada.key, 'PUT', `/v1/notes/${id}`, { markdown: large('windowpane') })
    expect(edited.status).toBe(200)
    expect([await found('doorknobomega'), await found('windowpaneomega')]).toEqual([[], [id]])
    expect([(await shown()).length, await marks()]).toEqual([await stored(), 0])
  })

  test('that is shared with others in the middle is for those alone', async () => {
    const bob = await scratch.person(org, 'bob')
    await scratch.note(org, { id: 'rooms', content: 'Short.' })
    const { hasCome } = beforeTheEnd(async () => {
      const shared = await scratch.call(ada.key, 'PUT', '/v1/notes/rooms/audience', {
        audience: [`user:${ada.email}`],
      })
      expect(shared).toMatchObject({ status: 200 })
    })
    await scratch.note(org, { id: 'rooms', content: large('doorknob'), audience: [`user:${ada.email}`] })
    expect(hasCome()).toBe(true)
    expect(await found('doorknobomega')).toEqual(['rooms'])
    expect(await found('doorknobomega', bob)).toEqual([])
  })

  test('that is archived in the middle is on the shelf as a whole, with nothing of the old text', async () => {
    await scratch.note(org, { id: 'rooms', content: 'Short.' })
    const { hasCome } = beforeTheEnd(async () => {
      await scratch.call(ada.key, 'PUT', '/v1/notes/rooms/archived', { archived: true })
    })
    await scratch.note(org, { id: 'rooms', content: large('doorknob') })
    expect(hasCome()).toBe(true)
    expect([await stored(), await marks()]).toEqual([0, 0])
    expect((await note('rooms')).body.archivedAt).not.toBeNull()
    await scratch.call(ada.key, 'PUT', '/v1/notes/rooms/archived', { archived: false })
    expect(await found('doorknobomega')).toEqual(['rooms'])
    expect((await shown()).filter((text) => text === 'Short.')).toEqual([])
  })
})
