import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../src/access/caller.ts'
import type { AnswerPipeline } from '../../src/answer/answer-pipeline.ts'
import { answerRetentionMs } from '../../src/answer/deferred-answers.ts'
import type { AnswerResult } from '../../src/contract/ask.ts'
import { disabledMessage } from '../../src/contract/errors.ts'
import { AppError } from '../../src/errors.ts'
import { addMember, buildAskRequest, createBackgroundServices, loadCaller } from '../support/background-services.ts'
import { type CallbackReceiver, startCallbackReceiver } from '../support/callback-receiver.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let scratch: TestDatabase
let receiver: CallbackReceiver
let caller: Caller
let at: Date
let organizations = 0

beforeAll(async () => {
  scratch = await createTestDatabase()
  receiver = await startCallbackReceiver()
})
afterAll(async () => {
  await receiver.close()
  await scratch.close()
})
beforeEach(async () => {
  at = new Date('2026-11-02T12:00:00Z')
  receiver.received.length = 0
  organizations += 1
  await sql`truncate job`.execute(scratch.database.unrestricted)
  await addMember(scratch.database, `org-${organizations}`, 'ada')
  caller = await loadCaller(scratch.database, `org-${organizations}`, 'ada')
})

const answer: AnswerResult = { answer: 'Forty-two.', sources: [] }

function createServices(ask: AnswerPipeline['ask'] = async () => answer) {
  return createBackgroundServices({
    database: scratch.database,
    now: () => at,
    random: () => 1,
    allow: receiver.allowedHosts,
    answering: { ask },
  })
}

async function askDeferred({ deferredAnswers }: ReturnType<typeof createServices>, fields = {}) {
  return (await deferredAnswers.create(caller, buildAskRequest(fields))).id
}

async function executeSql(statement: string): Promise<void> {
  await sql.raw(statement).execute(scratch.database.unrestricted)
}

describe('an answer for later', () => {
  it('is pending, then done, and can be read by its asker alone', async () => {
    const all = createServices()
    const id = await askDeferred(all)
    expect(await all.deferredAnswers.read(caller, id)).toEqual({ id, state: 'pending' })
    await all.jobs.drain()
    expect(await all.deferredAnswers.read(caller, id)).toEqual({ id, state: 'done', result: answer })

    await addMember(scratch.database, caller.organizationId, 'bob', 'admin')
    const bob = await loadCaller(scratch.database, caller.organizationId, 'bob')
    await expect(all.deferredAnswers.read(bob, id)).rejects.toMatchObject({ code: 'not-found' })
    await addMember(scratch.database, `other-${organizations}`, 'ada')
    const namesake = await loadCaller(scratch.database, `other-${organizations}`, 'ada')
    await expect(all.deferredAnswers.read(namesake, id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(all.deferredAnswers.read(caller, 'unknown')).rejects.toMatchObject({ code: 'not-found' })
  })

  it('is given with the rights that the asker has when it is answered', async () => {
    const seen: Caller[] = []
    const all = createServices(async (asker) => {
      seen.push(asker)
      return answer
    })
    await askDeferred(all, { parentId: 'p' })
    const { organizationId } = caller
    await executeSql(`insert into team (org_id, id, name) values ('${organizationId}', 'eng', 'Engineering')`)
    await executeSql(`insert into team_member (org_id, team_id, member_id) values ('${organizationId}', 'eng', 'ada')`)
    const { rows } = await sql<{ id: number }>`
      insert into audience (org_id) values (${organizationId}) returning id`.execute(scratch.database.unrestricted)
    const audienceId = rows[0]?.id as number
    await executeSql(
      `insert into audience_principal (org_id, audience_id, principal) values ('${organizationId}', ${audienceId}, 'group:eng')`,
    )
    await all.jobs.drain()
    expect(seen).toMatchObject([
      { organizationId, memberId: 'ada', email: caller.email, role: 'member', audienceIds: [audienceId] },
    ])
  })

  it('fails for somebody who has been disabled meanwhile', async () => {
    let asked = 0
    const all = createServices(async () => {
      asked += 1
      return answer
    })
    const id = await askDeferred(all)
    await executeSql(`update member set disabled_at = now() where org_id = '${caller.organizationId}'`)
    await all.jobs.drain()
    expect(asked).toBe(0)
    expect(await all.deferredAnswers.read(caller, id)).toMatchObject({
      state: 'failed',
      error: { id: 'forbidden' },
    })
  })

  it('fails where asking has been turned off meanwhile', async () => {
    const all = createServices()
    const id = await askDeferred(all)
    await executeSql(`update organization set ask_enabled = false where id = '${caller.organizationId}'`)
    await all.jobs.drain()
    expect(await all.deferredAnswers.read(caller, id)).toMatchObject({
      state: 'failed',
      error: { id: 'askx-disabled' },
    })
  })

  it('fails as the question itself would have, without further attempts', async () => {
    let asked = 0
    const all = createServices(async () => {
      asked += 1
      throw new AppError('parent-not-found', 'Parent note not found.')
    })
    const id = await askDeferred(all)
    await all.jobs.drain()
    at = new Date(at.getTime() + 3600_000)
    await all.jobs.drain()
    expect(asked).toBe(1)
    expect(await all.deferredAnswers.read(caller, id)).toEqual({
      id,
      state: 'failed',
      error: { message: 'Parent note not found.', id: 'parent-not-found' },
    })
  })

  it.each([
    ['root-not-found', { message: 'Data source not found.', id: 'root-id-not-found' }],
    ['validation', { message: 'Validation Failed', id: 'field-validation' }],
    ['disabled', { message: disabledMessage, id: 'askx-disabled' }],
  ] as const)('reports %s as the error that a direct question gets, by read and by callback', async (code, error) => {
    const all = createServices(async () => {
      throw new AppError(code, 'An internal message.')
    })
    const id = await askDeferred(all, { callbackUrl: receiver.url })
    await all.jobs.drain()
    expect(await all.deferredAnswers.read(caller, id)).toEqual({ id, state: 'failed', error })
    expect(receiver.received.map((entry) => JSON.parse(entry.body))).toEqual([error])
  })

  it('is tried four times after unexpected failures, told without details, and done when an admin retries', async () => {
    let asked = 0
    const all = createServices(async () => {
      asked += 1
      if (asked <= 4) throw new Error('the disk at /var is on fire')
      return answer
    })
    const id = await askDeferred(all)
    for (const pauseMs of [0, 2000, 4000]) {
      at = new Date(at.getTime() + pauseMs)
      await all.jobs.drain()
      expect(await all.deferredAnswers.read(caller, id)).toEqual({ id, state: 'pending' })
    }
    at = new Date(at.getTime() + 8000)
    await all.jobs.drain()
    expect(asked).toBe(4)
    const failed = await all.deferredAnswers.read(caller, id)
    expect(failed).toMatchObject({ state: 'failed', error: { id: 'internal' } })
    expect(JSON.stringify(failed)).not.toContain('disk')
    const [dead] = await all.jobs.list(caller.organizationId, { state: 'dead', limit: 1 })
    await all.jobs.retry(caller.organizationId, dead?.id as number)
    await all.jobs.drain()
    expect(await all.deferredAnswers.read(caller, id)).toEqual({ id, state: 'done', result: answer })
  })

  it('is posted to the callback too, once, though the job runs twice', async () => {
    const all = createServices()
    const id = await askDeferred(all, { callbackUrl: receiver.url })
    await all.jobs.drain()
    await all.jobs.enqueue(scratch.database.unrestricted, {
      organizationId: caller.organizationId,
      kind: 'answer',
      payload: { answerId: id },
    })
    await all.jobs.drain()
    expect(receiver.received.map((entry) => entry.body)).toEqual([JSON.stringify(answer)])
  })

  it('tells the callback of a failure', async () => {
    const all = createServices(async () => {
      throw new AppError('assistant-not-found', 'Assistant not found.')
    })
    await askDeferred(all, { callbackUrl: receiver.url })
    await all.jobs.drain()
    expect(receiver.received.map((entry) => JSON.parse(entry.body))).toEqual([
      { message: 'Assistant not found.', id: 'assistant-not-found' },
    ])
  })

  it('keeps no question once it is answered', async () => {
    const all = createServices()
    await askDeferred(all, { question: 'A private matter?' })
    await all.jobs.drain()
    const { rows } = await sql`
      select * from pending_answer where org_id = ${caller.organizationId}`.execute(scratch.database.unrestricted)
    expect(JSON.stringify(rows)).not.toContain('private matter')
  })

  it('can be read for seven days, and is then swept', async () => {
    const all = createServices()
    const id = await askDeferred(all)
    await all.jobs.drain()
    at = new Date(at.getTime() + answerRetentionMs - 1)
    await all.retentionJob.run()
    expect(await all.deferredAnswers.read(caller, id)).toMatchObject({ state: 'done' })
    at = new Date(at.getTime() + 1)
    await expect(all.deferredAnswers.read(caller, id)).rejects.toMatchObject({ code: 'not-found' })
    await all.retentionJob.run()
    await all.retentionJob.run()
    const { rows } = await sql`
      select from pending_answer where org_id = ${caller.organizationId}`.execute(scratch.database.unrestricted)
    expect(rows).toEqual([])
  })

  it('is not read out any more once something that it cites is deleted or closed to the asker', async () => {
    const { organizationId } = caller
    const { open, closed } = await createAudiences(organizationId)
    await executeSql(`insert into document (org_id, id, title, url, content, content_type, content_hash, audience_id, updated_at)
      values ('${organizationId}', 'n1', 'N', 'https://notes.test/n1', 'secret', 'markdown', '', ${open}, now())`)
    const source = {
      id: 'n1',
      title: 'N',
      url: 'https://notes.test/n1',
      updatedAt: '',
      explanation: 'secret',
    }
    const all = createServices(async () => ({ answer: 'A secret. [1]', sources: [source] }))
    const id = await askDeferred(all)
    await all.jobs.drain()
    const asker = () => loadCaller(scratch.database, organizationId, 'ada')
    expect(await all.deferredAnswers.read(await asker(), id)).toMatchObject({ state: 'done' })

    await executeSql(`update document set audience_id = ${closed} where org_id = '${organizationId}'`)
    const closedToAsker = await all.deferredAnswers.read(await asker(), id)
    expect(closedToAsker.state).toBe('failed')
    expect(JSON.stringify(closedToAsker)).not.toMatch(/secret/i)

    await executeSql(`update document set audience_id = ${open} where org_id = '${organizationId}'`)
    expect(await all.deferredAnswers.read(await asker(), id)).toMatchObject({ state: 'done' })
    await executeSql(`delete from document where org_id = '${organizationId}'`)
    expect(await all.deferredAnswers.read(await asker(), id)).toMatchObject({ state: 'failed' })
  })

  it('is not read out any more once a document that it names without citing it is closed to the asker', async () => {
    const { organizationId } = caller
    const { open, closed } = await createAudiences(organizationId)
    const { rows } = await sql<{ key: number }>`
      insert into document (org_id, id, title, url, content, content_type, content_hash, audience_id, updated_at)
      values (${organizationId}, 'n1', 'Falcon', 'https://notes.test/n1', 'Falcon', 'markdown', '', ${open}, now())
      returning key`.execute(scratch.database.unrestricted)
    const all = createServices(async (_caller, _request, listener) => {
      listener?.onUncitedDocuments?.(rows.map(({ key }) => key))
      return { answer: 'Nothing about Falcon.', sources: [] }
    })
    const id = await askDeferred(all)
    await all.jobs.drain()
    const asker = () => loadCaller(scratch.database, organizationId, 'ada')
    const result = { answer: 'Nothing about Falcon.', sources: [] }
    expect(await all.deferredAnswers.read(await asker(), id)).toEqual({ id, state: 'done', result })
    await executeSql(`update document set audience_id = ${closed} where org_id = '${organizationId}'`)
    const read = await all.deferredAnswers.read(await asker(), id)
    expect(read).toMatchObject({ state: 'failed', error: { id: 'not-found' } })
    expect(JSON.stringify(read)).not.toContain('Falcon')
  })

  describe('that cites an item whose id and address an item of another data source has', () => {
    const item = { id: 'pay', title: 'Pay', url: 'https://wiki.test/pay', updatedAt: '' }
    const quoted: AnswerResult = { answer: 'A secret. [1]', sources: [{ ...item, explanation: 'secret' }] }
    let close: () => Promise<void>

    beforeEach(async () => {
      const { organizationId } = caller
      const { open, closed } = await createAudiences(organizationId)
      for (const root of ['hr', 'public']) {
        await executeSql(`insert into data_source (org_id, id, name, audience_id, writer_audience_id)
          values ('${organizationId}', '${root}', '${root}', ${open}, ${open})`)
        await executeSql(`insert into document (org_id, root_id, id, title, url, content, content_type, content_hash, audience_id, updated_at)
          values ('${organizationId}', '${root}', 'pay', 'Pay', '${item.url}', 'secret', 'markdown', '', ${open}, now())`)
      }
      close = () =>
        executeSql(`update document set audience_id = ${closed} where org_id = '${organizationId}' and root_id = 'hr'`)
    })

    const readAsAsker = async ({ deferredAnswers }: ReturnType<typeof createServices>, id: string) =>
      deferredAnswers.read(await loadCaller(scratch.database, caller.organizationId, 'ada'), id)

    it('is not read out once the asker cannot see one of them', async () => {
      const all = createServices(async () => quoted)
      const id = await askDeferred(all)
      await all.jobs.drain()
      expect(await readAsAsker(all, id)).toEqual({ id, state: 'done', result: quoted })
      await close()
      const closed = await readAsAsker(all, id)
      expect(closed).toMatchObject({ state: 'failed', error: { id: 'not-found' } })
      expect(JSON.stringify(closed)).not.toMatch(/secret/i)
    })

    it('is not posted once the asker cannot see one of them', async () => {
      const all = createServices(async () => quoted)
      await askDeferred(all, { callbackUrl: receiver.url })
      await all.jobs.drain()
      expect(receiver.received).toHaveLength(1)
      const closing = createServices(async () => {
        await close()
        return quoted
      })
      await askDeferred(closing, { callbackUrl: receiver.url })
      await closing.jobs.drain()
      expect(receiver.received).toHaveLength(1)
    })

    it('does not name it as related once the asker cannot see one of them', async () => {
      const refused: AnswerResult = { answer: 'Nothing was found.', sources: [], related: [item] }
      const all = createServices(async () => refused)
      const id = await askDeferred(all)
      await all.jobs.drain()
      expect(await readAsAsker(all, id)).toMatchObject({ result: refused })
      await close()
      expect(await readAsAsker(all, id)).toMatchObject({ result: { ...refused, related: [] } })
    })
  })
})

describe('the sweep', () => {
  it('runs every day by itself, and vacuums the embedded database', async () => {
    const all = createServices()
    await all.retentionJob.schedule()
    await all.retentionJob.schedule()
    const id = await askDeferred(all)
    await all.jobs.drain()
    at = new Date(at.getTime() + answerRetentionMs + 24 * 3600_000)
    await all.jobs.drain()
    at = new Date(at.getTime() + 24 * 3600_000)
    await all.jobs.drain()
    const { rows } = await sql`select from pending_answer where id = ${id}`.execute(scratch.database.unrestricted)
    expect(rows).toEqual([])
    const dead = await sql`select last_error from job where state = 'dead' or attempts > 0`.execute(
      scratch.database.unrestricted,
    )
    expect(dead.rows).toEqual([])
  })
})

/** Creates an audience of everyone and one of nobody. */
async function createAudiences(organizationId: string): Promise<{ open: number; closed: number }> {
  const { rows } = await sql<{ id: number }>`
    insert into audience (org_id) values (${organizationId}), (${organizationId}) returning id`.execute(
    scratch.database.unrestricted,
  )
  const [open, closed] = rows.map((row) => row.id) as [number, number]
  await executeSql(
    `insert into audience_principal (org_id, audience_id, principal) values ('${organizationId}', ${open}, 'everyone')`,
  )
  return { open, closed }
}
