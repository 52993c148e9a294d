import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashSecret } from '../../src/identity/secrets.ts'
import { HttpBrowser } from '../support/http-browser.ts'
import type { Person } from '../support/test-app.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const dayMs = 24 * 3600_000
const sessionCookie = 'lorewell_session'
const clock = { aheadMs: 0 }
let app: TestServer
let ada: Person
let ben: Person
let groupId: string
let count = 0

beforeAll(async () => {
  app = await startTestServer({ now: () => new Date(Date.now() + clock.aheadMs) })
  await app.organization('acme', { name: 'Acme' })
  ada = await app.person('acme', 'ada', { role: 'admin', groups: ['Platform'] })
  ben = await app.person('acme', 'ben')
  groupId = (await app.app.teams.findByName('acme', 'Platform'))?.id ?? ''
})
afterAll(() => app?.close())
beforeEach(async () => {
  clock.aheadMs = 0
  await app.database.unrestricted.deleteFrom('rate_window').execute()
})

const newEmail = () => `guest${++count}@mail.test`

async function invite(fields: Record<string, unknown> = {}, key = ada.key) {
  const reply = await app.call(key, 'POST', '/v1/invitations', { email: newEmail(), ...fields })
  expect(reply.status, reply.text).toBe(201)
  return reply.body as { url: string; invitation: { id: string; email: string; state: string } }
}

async function join(url: string, fields = { name: 'Grace', password: 'a good password' }): Promise<HttpBrowser> {
  const browser = new HttpBrowser(app.url)
  await browser.open(url)
  if (browser.status === 200) await browser.submit(fields)
  return browser
}

const memberByEmail = async (email: string) =>
  (await app.call(ada.key, 'GET', `/v1/members?query=${encodeURIComponent(email)}`)).body.members[0]
const stateOf = async (id: string) =>
  (await app.call(ada.key, 'GET', '/v1/invitations')).body.invitations.find((one: { id: string }) => one.id === id)
    ?.state

describe('an invitation', () => {
  test('lets a person join with the address, role and groups that the admin chose', async () => {
    const { url, invitation } = await invite({ role: 'viewer', groupIds: [groupId], name: 'Gr' })
    expect(url).toMatch(new RegExp(`^${app.url}/invite/[A-Za-z0-9]{43}$`))
    expect(invitation).toMatchObject({
      ...{ state: 'pending', role: 'viewer', groups: [{ id: groupId, name: 'Platform' }], emailState: null },
      invitedBy: { id: ada.id, name: 'ada' },
    })
    const browser = await join(url)
    expect(browser.url.pathname).toBe('/')
    expect(browser.cookies.has(sessionCookie)).toBe(true)
    expect(await memberByEmail(invitation.email)).toMatchObject({
      ...{ name: 'Grace', role: 'viewer', groups: [{ id: groupId, name: 'Platform' }] },
    })
    expect(await stateOf(invitation.id)).toBe('accepted')
    const signedIn = new HttpBrowser(app.url)
    await signedIn.signIn(invitation.email, 'a good password')
    expect(signedIn.cookies.has(sessionCookie)).toBe(true)
  })

  test('is stored as a hash only: the database does not hold its token', async () => {
    const { url } = await invite()
    const token = url.split('/').at(-1) ?? ''
    const { rows } = await sql<{ hash: Buffer }>`select hash from invitation_token`.execute(app.database.unrestricted)
    expect(rows.some(({ hash }) => hash.equals(hashSecret(token)))).toBe(true)
    const stored = await sql<{ text: string }>`
      select coalesce(json_agg(i)::text, '') || (select coalesce(json_agg(j)::text, '') from job j)
        || (select coalesce(json_agg(a)::text, '') from audit_event a) as text from invitation i`.execute(
      app.database.unrestricted,
    )
    expect(stored.rows[0]?.text).not.toContain(token)
  })

  test('works once, also when it is used many times at once', async () => {
    const { url, invitation } = await invite()
    const browsers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const browser = new HttpBrowser(app.url)
        await browser.open(url)
        return browser
      }),
    )
    await Promise.all(
      browsers.map((browser, index) => browser.submit({ name: `N${index}`, password: 'a good password' })),
    )
    expect(browsers.filter((browser) => browser.cookies.has(sessionCookie))).toHaveLength(1)
    expect(browsers.filter(({ status }) => status === 404 || status === 409)).toHaveLength(7)
    const { rows } = await sql`select id from member where email = ${invitation.email}`.execute(
      app.database.unrestricted,
    )
    expect(rows).toHaveLength(1)
    const late = await join(url)
    expect(late.status).toBe(404)
    expect(late.text).not.toContain(invitation.email)
  })

  test('is not used up by opening it, as scanners of mail do', async () => {
    const { url } = await invite()
    for (let times = 0; times < 3; times++) expect((await fetch(url)).status).toBe(200)
    expect((await join(url)).cookies.has(sessionCookie)).toBe(true)
  })

  test('ends when it expires', async () => {
    const { url, invitation } = await invite({ expiresInDays: 2 })
    clock.aheadMs = 2 * dayMs + 1000
    expect((await join(url)).status).toBe(404)
    expect(await stateOf(invitation.id)).toBe('expired')
    expect(await memberByEmail(invitation.email)).toBeUndefined()
    // The address can be invited again.
    const again = await invite({ email: invitation.email })
    expect((await join(again.url)).cookies.has(sessionCookie)).toBe(true)
  })

  test('ends when it is revoked, also for somebody who has the page open', async () => {
    const { url, invitation } = await invite()
    const browser = new HttpBrowser(app.url)
    await browser.open(url)
    expect((await app.call(ada.key, 'DELETE', `/v1/invitations/${invitation.id}`)).status).toBe(204)
    await browser.submit({ name: 'Grace', password: 'a good password' })
    expect(browser.status).toBe(404)
    expect(await stateOf(invitation.id)).toBe('revoked')
    expect((await app.call(ada.key, 'DELETE', `/v1/invitations/${invitation.id}`)).status).toBe(204)
  })

  test('with a new link refuses the earlier one', async () => {
    const { url, invitation } = await invite()
    const renewed = await app.call(ada.key, 'POST', `/v1/invitations/${invitation.id}/link`)
    expect(renewed.status).toBe(200)
    expect((await join(url)).status).toBe(404)
    expect((await join(renewed.body.url)).cookies.has(sessionCookie)).toBe(true)
    expect((await app.call(ada.key, 'POST', `/v1/invitations/${invitation.id}/link`)).status).toBe(409)
    expect((await app.call(ada.key, 'DELETE', `/v1/invitations/${invitation.id}`)).status).toBe(409)
  })

  test.each(['demoted', 'suspended', 'removed'])('ends when the admin who created it is %s', async (how) => {
    const eve = await app.person('acme', `eve-${how}`, { role: 'admin' })
    const { url, invitation } = await invite({ role: 'admin' }, eve.key)
    const browser = new HttpBrowser(app.url)
    await browser.open(url)
    if (how === 'removed') await app.call(ada.key, 'DELETE', `/v1/members/${eve.id}`)
    else
      await app.call(
        ada.key,
        'PATCH',
        `/v1/members/${eve.id}`,
        how === 'demoted' ? { role: 'member' } : { disabled: true },
      )
    await browser.submit({ name: 'Mallory', password: 'a good password' })
    expect(browser.status).toBe(404)
    expect(await stateOf(invitation.id)).toBe(how === 'removed' ? undefined : 'revoked')
    expect(await memberByEmail(invitation.email)).toBeUndefined()
    await invite({ email: invitation.email })
  })

  test('gives nothing that the form adds', async () => {
    const { url, invitation } = await invite({ role: 'viewer' })
    const extra = { email: 'ada@acme.test', role: 'admin', groups: groupId, groupIds: groupId, organizationId: 'other' }
    await join(url, { name: 'Mallory', password: 'a good password', ...extra })
    expect(await memberByEmail(invitation.email)).toMatchObject({ role: 'viewer', groups: [] })
  })

  test('is not for those who are no admins, and not for groups of others', async () => {
    expect((await app.call(ben.key, 'POST', '/v1/invitations', { email: newEmail() })).status).toBe(403)
    await app.organization('globex')
    const foreign = await app.app.teams.create({ organizationId: 'globex', name: 'Secret' })
    const reply = await app.call(ada.key, 'POST', '/v1/invitations', { email: newEmail(), groupIds: [foreign.id] })
    expect(reply).toMatchObject({ status: 422, body: { details: { groupIds: {} } } })
  })

  test('is refused for a member and for an address that is invited already', async () => {
    expect((await app.call(ada.key, 'POST', '/v1/invitations', { email: 'BEN@acme.test' })).status).toBe(409)
    const { invitation } = await invite()
    expect((await app.call(ada.key, 'POST', '/v1/invitations', { email: invitation.email })).status).toBe(409)
  })

  test('loses groups that are deleted', async () => {
    const group = await app.app.teams.create({ organizationId: 'acme', name: 'Short-lived' })
    const { url, invitation } = await invite({ groupIds: [group.id] })
    await app.call(ada.key, 'DELETE', `/v1/groups/${group.id}`)
    await join(url)
    expect(await memberByEmail(invitation.email)).toMatchObject({ groups: [] })
  })

  test('does not take over an account that was created meanwhile', async () => {
    const { url, invitation } = await invite()
    await app.call(ada.key, 'POST', '/v1/members', { email: invitation.email, name: 'Taken' })
    const browser = await join(url)
    expect(browser.status).toBe(409)
    expect(browser.cookies.has(sessionCookie)).toBe(false)
    expect(await memberByEmail(invitation.email)).toMatchObject({ name: 'Taken' })
  })

  test('asks for a name and for a password of eight characters, and cuts neither', async () => {
    const { url } = await invite({ name: '<b>Grace</b>' })
    const browser = new HttpBrowser(app.url)
    await browser.open(url)
    expect(browser.text).not.toContain('<b>Grace')
    expect(browser.headers.get('cache-control')).toBe('no-store')
    await browser.submit({ name: ' ', password: 'short' })
    expect(browser.status).toBe(422)
    expect(browser.text).toContain('Enter your name.')
    expect(browser.text).toContain('Use at least 8 characters.')
    // A browser that cut them would leave a password that nobody knows.
    expect(browser.text).not.toContain('maxlength')
    await browser.submit({ name: 'G'.repeat(201), password: 'p'.repeat(1025) })
    expect(browser.text).toContain('Use at most 200 characters.')
    expect(browser.text).toContain('Use at most 1024 characters.')
    await browser.submit({ name: 'Grace', password: 'long enough' })
    expect(browser.cookies.has(sessionCookie)).toBe(true)
  })

  test('is refused without the token of the form', async () => {
    const { url } = await invite()
    const reply = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ name: 'x', password: 'a good password' }),
    })
    expect(reply.status).toBe(403)
  })

  test('is not accepted with a passkey that no page asked for', async () => {
    const { url, invitation } = await invite()
    const browser = new HttpBrowser(app.url)
    await browser.open(url)
    // Passkeys need a host name, and this service has an address.
    expect(browser.text).not.toContain('Join with a passkey')
    browser.text = browser.text.replace(/action="([^"]*)"/, 'action="$1/passkey"')
    await browser.submit({ name: 'Grace', challenge: 'forged', credential: '{}' })
    expect(browser.status).toBe(403)
    expect(await stateOf(invitation.id)).toBe('pending')
  })

  test('cannot be guessed quickly, and a valid one still works', async () => {
    const { url } = await invite()
    const statuses = []
    for (let guess = 0; guess < 55; guess++) statuses.push((await fetch(`${app.url}/invite/guess${guess}`)).status)
    expect(statuses).toContain(429)
    expect(statuses.slice(0, 50)).not.toContain(429)
    expect((await join(url)).cookies.has(sessionCookie)).toBe(true)
  })

  test('is in the audit log, without its token', async () => {
    const { url, invitation } = await invite()
    await join(url)
    const { events } = (await app.call(ada.key, 'GET', '/v1/admin/audit')).body
    const about = events.filter((event: { resource: string }) => event.resource === `/invitations/${invitation.id}`)
    expect(about.map((event: { action: string }) => event.action)).toEqual(['acceptInvitation', 'createInvitation'])
    expect(JSON.stringify(events)).not.toContain(url.split('/').at(-1))
  })
})

describe('a table of people', () => {
  const preview = (csv: string) => app.call(ada.key, 'POST', '/v1/invitations/preview', { csv })
  const inviteAll = (csv: string) => app.call(ada.key, 'POST', '/v1/invitations/bulk', { csv })
  const pendingCount = async () =>
    (await sql`select id from invitation where consumed_at is null`.execute(app.database.unrestricted)).rows.length

  test('is invited with names, roles and groups', async () => {
    await app.app.teams.create({ organizationId: 'acme', name: 'Sales, EMEA' })
    const csv =
      '\uFEFFEmail,Name,Role,Groups\r\nlin@mail.test,"Lin, Mei",Admin,platform; Sales, EMEA\r\n\r\nkay@mail.test,,,"Sales, EMEA"\r\n'
    const quoted = csv.replace('platform; Sales, EMEA', 'platform')
    expect((await preview(quoted)).body).toEqual({
      problemCount: 0,
      rows: [
        { row: 2, email: 'lin@mail.test', name: 'Lin, Mei', role: 'admin', groups: ['platform'], problems: [] },
        { row: 4, email: 'kay@mail.test', name: '', role: 'member', groups: ['Sales, EMEA'], problems: [] },
      ],
    })
    const before = await pendingCount()
    const reply = await inviteAll(quoted)
    expect(reply.status).toBe(201)
    expect(await pendingCount()).toBe(before + 2)
    for (const { url } of reply.body.invitations) expect((await join(url)).cookies.has(sessionCookie)).toBe(true)
    expect(await memberByEmail('lin@mail.test')).toMatchObject({ role: 'admin', groups: [{ name: 'Platform' }] })
    expect(await memberByEmail('kay@mail.test')).toMatchObject({ role: 'member', groups: [{ name: 'Sales, EMEA' }] })
  })

  test('names the problem of each row, and invites nobody while there is one', async () => {
    const { invitation } = await invite()
    const rows = [
      'name;email;role;groups',
      'Good;good@mail.test;viewer;Platform',
      'Twice;GOOD@mail.test;;',
      'None;;;',
      'Bad;not an address;;',
      'Member;ben@acme.test;;',
      `Invited;${invitation.email};;`,
      'Role;role@mail.test;owner;',
      'Group;group@mail.test;;Platform|Nowhere',
    ]
    const csv = rows.join('\n')
    const { body } = await preview(csv)
    expect(body.problemCount).toBe(7)
    expect(body.rows.map(({ problems }: { problems: string[] }) => problems.join(' '))).toEqual([
      '',
      'good@mail.test is also in row 2.',
      'The email address is missing.',
      'not an address is not an email address.',
      'ben@acme.test is already a member.',
      `${invitation.email} already has a pending invitation.`,
      'owner is not a role. Use admin, member, viewer.',
      'There is no group Nowhere.',
    ])
    const before = await pendingCount()
    const reply = await inviteAll(csv)
    expect(reply.status).toBe(422)
    expect(Object.keys(reply.body.details)).toEqual([3, 4, 5, 6, 7, 8, 9].map((row) => `csv row ${row}`))
    expect(await pendingCount()).toBe(before)
  })

  test.each([
    ['no header', 'grace@mail.test,Grace'],
    ['an unknown column', 'email,team\ngrace@mail.test,x'],
    ['no rows', 'email,name\n\n'],
    ['too many rows', `email\n${Array.from({ length: 501 }, (_, index) => `p${index}@mail.test`).join('\n')}`],
  ])('with %s is refused as a whole', async (_, csv) => {
    expect(await preview(csv)).toMatchObject({ status: 422, body: { details: { csv: {} } } })
  })
})

describe('a link to choose a new password', () => {
  const linkFor = async (id: string) => {
    const reply = await app.call(ada.key, 'POST', `/v1/members/${id}/password-link`)
    expect(reply.status, reply.text).toBe(200)
    return reply.body.url as string
  }
  const change = async (url: string, password: string) => {
    const browser = new HttpBrowser(app.url)
    await browser.open(url)
    if (browser.status === 200) await browser.submit({ password })
    return browser
  }
  const signIn = async (email: string, password: string) => {
    const browser = new HttpBrowser(app.url)
    await browser.signIn(email, password)
    return browser
  }

  test('changes the password once, ends sessions and removes passkeys and other links', async () => {
    const person = await app.person('acme', 'zoe', { password: 'the first one' })
    await sql`
      insert into passkey (org_id, id, member_id, name, public_key, counter, transports, created_at)
      values ('acme', 'credential', ${person.id}, 'Phone', '\\x00', 0, '{}', now())`.execute(app.database.unrestricted)
    const before = await signIn(person.email, 'the first one')
    const [url, other] = [await linkFor(person.id), await linkFor(person.id)]
    const browser = await change(url, 'the second one')
    expect(browser.status).toBe(200)
    expect(browser.text).toContain('Your password is changed')
    expect(browser.cookies.has(sessionCookie)).toBe(false)
    await before.open('/passkeys')
    expect(before.url.pathname).toBe('/sign-in')
    const { rows } = await sql`select id from passkey where member_id = ${person.id}`.execute(app.database.unrestricted)
    expect(rows).toEqual([])
    for (const used of [url, other]) expect((await change(used, 'the third one')).status).toBe(404)
    expect((await signIn(person.email, 'the first one')).status).toBe(401)
    expect((await signIn(person.email, 'the second one')).cookies.has(sessionCookie)).toBe(true)
  })

  test('works for one of many attempts at once', async () => {
    const person = await app.person('acme', 'yan')
    const url = await linkFor(person.id)
    const browsers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const browser = new HttpBrowser(app.url)
        await browser.open(url)
        return browser
      }),
    )
    await Promise.all(browsers.map((browser, index) => browser.submit({ password: `password ${index}` })))
    expect(browsers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('expires after an hour, and with a new password or a suspension', async () => {
    const person = await app.person('acme', 'xia')
    const [expired, replaced, suspended] = [
      await linkFor(person.id),
      await linkFor(person.id),
      await linkFor(person.id),
    ]
    clock.aheadMs = 3601_000
    expect((await change(expired, 'another one')).status).toBe(404)
    clock.aheadMs = 0
    await app.call(ada.key, 'PATCH', `/v1/members/${person.id}`, { disabled: true })
    expect((await change(suspended, 'another one')).status).toBe(404)
    expect((await app.call(ada.key, 'POST', `/v1/members/${person.id}/password-link`)).status).toBe(409)
    await app.call(ada.key, 'PATCH', `/v1/members/${person.id}`, { disabled: false })
    expect((await change(replaced, 'another one')).status).toBe(404)
  })

  test('is in the audit log, without its token', async () => {
    const person = await app.person('acme', 'will')
    const url = await linkFor(person.id)
    await change(url, 'the second one')
    const { events } = (await app.call(ada.key, 'GET', '/v1/admin/audit')).body
    expect(events[0]).toMatchObject({ action: 'resetPassword', via: 'link', email: person.email })
    expect(JSON.stringify(events)).not.toContain(url.split('/').at(-1))
  })
})
