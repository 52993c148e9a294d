import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'
import { createTestTerminal } from '../support/test-terminal.ts'

let service: TestApp
let admin: Person
let member: Person
let stranger: Person

beforeAll(async () => {
  service = await createTestApp()
  await service.organization('acme')
  await service.organization('globex')
  admin = await service.person('acme', 'ada', { role: 'admin' })
  member = await service.person('acme', 'bob')
  stranger = await service.person('globex', 'eve', { role: 'admin' })
  await service.dataSource('acme', 'tickets', ['everyone'], [`user:${admin.email}`])
})
afterAll(() => service.close())

async function events(query = ''): Promise<Record<string, unknown>[]> {
  return (await service.call(admin.key, 'GET', `/v1/admin/audit${query}`)).body.events
}

describe('the audit log', () => {
  test('tells who did what, to which resource, from where', async () => {
    const headers = { 'user-agent': 'probe/1' }
    const reply = await service.call(admin.key, 'POST', '/v1/notes', { title: 'Plan' }, headers)
    expect((await events())[0]).toMatchObject({
      email: admin.email,
      memberId: admin.id,
      via: 'api-key',
      keyId: expect.any(String),
      action: 'createNote',
      resource: `/notes/${reply.body.id}`,
      outcome: 'done',
      address: '127.0.0.1',
      userAgent: 'probe/1',
      requestId: reply.headers['x-request-id'],
    })
  })

  test('names what is behind a body, and what was made beside a secret', async () => {
    await service.call(admin.key, 'POST', '/v1/ask/index', contentFixture())
    expect((await events())[0]).toMatchObject({
      action: 'indexContent',
      resource: '/data-sources/tickets/items/T-1',
    })
    const { body } = await service.call(admin.key, 'POST', '/v1/api-keys', { name: 'bot' })
    const [made] = await events()
    expect(made).toMatchObject({ action: 'createApiKey', resource: `/api-keys/${body.apiKey.id}` })
    expect(JSON.stringify(made)).not.toContain(body.key)
  })

  test('holds what was refused for want of rights', async () => {
    expect((await service.call(member.key, 'DELETE', `/v1/members/${admin.id}`)).status).toBe(403)
    expect((await events())[0]).toMatchObject({
      action: 'deleteMember',
      email: member.email,
      outcome: 'refused',
    })
    await service.call(member.key, 'POST', '/v1/ask/index', contentFixture())
    expect((await events())[0]).toMatchObject({ action: 'indexContent', outcome: 'refused' })
  })

  test('holds who read the callback secret or took the log away, and not who merely reads or asks', async () => {
    const before = await events()
    await service.call(admin.key, 'GET', '/v1/notes')
    await service.call(admin.key, 'POST', '/v1/ask', { question: 'Who is there?' })
    expect(await events()).toEqual(before)
    await service.call(admin.key, 'GET', '/v1/admin/callback-secret')
    await service.call(admin.key, 'GET', '/v1/admin/audit/export')
    expect((await events()).slice(0, 2).map((event) => event.action)).toEqual([
      'exportAuditEvents',
      'readCallbackSecret',
    ])
  })

  test('holds sign-ins that worked and those that did not', async () => {
    await service.app.members.create({
      ...{ organizationId: 'acme', email: 'carl@acme.test', name: 'Carl', role: 'member' },
      password: 'correct horse battery',
    })
    const signIn = async (password: string) => {
      const form = await service.server.inject({ method: 'GET', url: '/sign-in' })
      const token = /name="form" value="([^"]+)"/.exec(form.body)?.[1] ?? ''
      const cookie = String(form.headers['set-cookie']).split(';')[0] as string
      return service.server.inject({
        method: 'POST',
        url: '/sign-in',
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ form: token, email: 'carl@acme.test', password }).toString(),
      })
    }
    expect((await signIn('wrong')).statusCode).toBe(401)
    expect((await signIn('correct horse battery')).statusCode).toBe(303)
    const [done, refused] = await events('?email=carl@acme.test')
    expect(done).toMatchObject({ action: 'signIn', outcome: 'done', via: 'password' })
    expect(refused).toMatchObject({ action: 'signIn', outcome: 'refused' })
    expect(JSON.stringify([done, refused])).not.toMatch(/wrong|horse/)
  })

  test('is one of each organization', async () => {
    const reply = await service.call(stranger.key, 'GET', '/v1/admin/audit')
    expect(reply.text).not.toContain('acme')
  })

  test('goes on page after page, and keeps to what was asked for', async () => {
    for (let index = 0; index < 60; index++)
      await service.call(admin.key, 'PATCH', '/v1/organization', { name: 'acme' })
    const first = await service.call(admin.key, 'GET', '/v1/admin/audit?action=changeOrganization')
    expect(first.body.events).toHaveLength(50)
    const second = await service.call(
      admin.key,
      'GET',
      `/v1/admin/audit?action=changeOrganization&cursor=${first.body.nextCursor}`,
    )
    expect(second.body.events).toHaveLength(10)
    expect(second.body.hasNextPage).toBe(false)
    expect(await events('?since=2099-01-01T00:00:00Z')).toEqual([])
    expect((await service.call(admin.key, 'GET', '/v1/admin/audit?since=yesterday')).status).toBe(422)
  })

  test('can be taken away whole, as lines or as a table that no spreadsheet runs', async () => {
    const agent = { 'user-agent': '=HYPERLINK("https://evil.test")' }
    await service.call(admin.key, 'PATCH', '/v1/organization', { name: 'acme' }, agent)
    const lines = await service.call(admin.key, 'GET', '/v1/admin/audit/export')
    const written = lines.text.trim().split('\n')
    const { rows } = await sql`select from audit_event where org_id = 'acme'`.execute(service.database.unrestricted)
    expect(written).toHaveLength(rows.length)
    expect(JSON.parse(written[1] as string)).toMatchObject({ action: 'changeOrganization' })
    const table = await service.call(admin.key, 'GET', '/v1/admin/audit/export?format=csv')
    expect(table.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(table.text.split('\r\n')[0]).toMatch(/^id,at,memberId,email,via,/)
    expect(table.text).toContain(`"'=HYPERLINK(""https://evil.test"")"`)
  })

  test('names people and titles what the admin can see, and nothing else', async () => {
    const note = (await service.call(admin.key, 'POST', '/v1/notes', { title: 'Plan of ada' })).body
    const secret = (await service.call(member.key, 'POST', '/v1/notes', { title: 'Secret of bob' })).body
    const { body: own } = await service.call(admin.key, 'POST', '/v1/api-keys', { name: 'key of ada' })
    await service.call(member.key, 'POST', '/v1/ask/index', contentFixture())
    const { body: team } = await service.call(admin.key, 'POST', '/v1/groups', { name: 'Crew' })
    const about = async (path: string) => (await events(`?resource=${encodeURIComponent(path)}`))[0]
    expect(await about(`/notes/${note.id}`)).toMatchObject({
      ...{ personName: 'ada', objectKind: 'note', objectTitle: 'Plan of ada' },
    })
    expect(await about(`/notes/${secret.id}`)).toMatchObject({
      ...{ personName: 'bob', objectKind: 'note', objectTitle: null },
    })
    expect(await about(`/api-keys/${own.apiKey.id}`)).toMatchObject({ objectTitle: 'key of ada' })
    expect(await about(`/groups/${team.id}`)).toMatchObject({ objectKind: 'group', objectTitle: 'Crew' })
    expect(await about('/data-sources/tickets/items/T-1')).toMatchObject({ objectKind: 'item' })
    expect(await about('/organization')).toMatchObject({ objectKind: null, objectTitle: null })
    const exported = await service.call(admin.key, 'GET', '/v1/admin/audit/export')
    expect(exported.text).toContain('Plan of ada')
    expect(exported.text).not.toContain('Secret of bob')
    await service.call(admin.key, 'DELETE', `/v1/notes/${note.id}`)
    expect(await about(`/notes/${note.id}`)).toMatchObject({ action: 'deleteNote', objectTitle: null })
  })

  test('says who was invited, also for each person of a table', async () => {
    const invite = { email: 'grace@example.com', expiresInDays: 7 }
    const { body: one } = await service.call(admin.key, 'POST', '/v1/invitations', invite)
    const csv = 'email\nhedy@example.com\nmary@example.com\n'
    expect((await service.call(admin.key, 'POST', '/v1/invitations/bulk', { csv })).status).toBe(201)
    await service.call(admin.key, 'DELETE', `/v1/invitations/${one.invitation.id}`)
    const about = (await events('?resource=/invitations')).map(({ action, objectKind, objectTitle }) => [
      ...[action, objectKind, objectTitle],
    ])
    expect(about).toEqual([
      ['revokeInvitation', 'invitation', 'grace@example.com'],
      ['createInvitations', 'invitation', expect.stringMatching(/hedy|mary/)],
      ['createInvitations', 'invitation', expect.stringMatching(/hedy|mary/)],
      ['createInvitation', 'invitation', 'grace@example.com'],
    ])
    expect(new Set(about.map(([, , email]) => email)).size).toBe(3)
  })

  test('names the data source of a batch and of a list of its items', async () => {
    const items = [contentFixture({ id: 'T-2' }), contentFixture({ id: 'T-3' })]
    await service.call(admin.key, 'POST', '/v1/ask/index/batch', { items })
    await service.call(admin.key, 'POST', '/v1/ask/index/snapshot', { rootId: 'tickets', ids: ['T-2'] })
    for (const action of ['indexBatch', 'indexSnapshot'])
      expect((await events(`?action=${action}`))[0]).toMatchObject({
        ...{ resource: '/data-sources/tickets', objectKind: 'data-source' },
      })
  })

  test('filters by a path and those below it, also in the export', async () => {
    await service.note('acme', { id: 'plan', title: 'Plan' })
    await service.note('acme', { id: 'plan_b', title: 'Plan B' })
    for (const id of ['plan', 'plan_b'])
      await service.call(admin.key, 'PUT', `/v1/notes/${id}/archived`, { archived: true })
    const resources = (found: readonly Record<string, unknown>[]) => new Set(found.map(({ resource }) => resource))
    expect(resources(await events('?resource=/notes/plan'))).toEqual(new Set(['/notes/plan/archived']))
    await service.call(admin.key, 'PUT', '/v1/notes/plan/archived', { archived: false })
    const actions = (await events('?resource=/notes/plan')).map(({ action }) => action)
    expect(actions).toEqual(['unarchiveNote', 'archiveNote'])
    expect(resources(await events('?resource=/notes/%25'))).toEqual(new Set())
    const lines = await service.call(admin.key, 'GET', '/v1/admin/audit/export?resource=/notes/plan_b')
    expect(
      resources(
        lines.text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ),
    ).toEqual(new Set(['/notes/plan_b/archived']))
    expect((await service.call(admin.key, 'GET', '/v1/admin/audit?resource=notes')).status).toBe(422)
  })

  test('a title that a spreadsheet would run is text in the table', async () => {
    for (const title of ['=1+1', ' @SUM(A1)', '＝cmd']) await service.call(admin.key, 'POST', '/v1/notes', { title })
    const table = await service.call(admin.key, 'GET', '/v1/admin/audit/export?format=csv&action=createNote')
    for (const cell of [`"'=1+1"`, `"' @SUM(A1)"`, `"'＝cmd"`]) expect(table.text).toContain(cell)
  })

  test('is not changed and not emptied, whoever tries: not even the owner of the database', async () => {
    for (const statement of [
      sql`update audit_event set email = 'nobody@acme.test'`,
      sql`delete from audit_event`,
      sql`truncate audit_event`,
    ])
      await expect(statement.execute(service.database.unrestricted)).rejects.toThrow('only ever added to')
    const asReader = service.database.readAs({ organizationId: 'acme', memberId: admin.id }, (store) =>
      sql`select * from audit_event`.execute(store),
    )
    await expect(asReader).rejects.toThrow('permission denied')
  })
})

test('what is applied at the terminal is written down, too', async () => {
  const terminal = await createTestTerminal()
  try {
    const path = terminal.writeFile('acme.json', JSON.stringify({ organization: { id: 'acme', name: 'Acme' } }))
    expect((await terminal.lorewell('apply', path)).code).toBe(0)
    const { rows } = await sql`select org_id, action, via from audit_event`.execute(terminal.database.unrestricted)
    expect(rows).toEqual([{ org_id: 'acme', action: 'apply', via: 'terminal' }])
  } finally {
    await terminal.close()
  }
})
