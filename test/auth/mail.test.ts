import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSmtpMailer } from '../../src/mail/smtp-mailer.ts'
import { HttpBrowser } from '../support/http-browser.ts'
import { createTestSmtpServer, type TestSmtpServer, testCertificate } from '../support/smtp-server.ts'
import type { Person } from '../support/test-app.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const clock = { aheadMs: 0 }
const logged: string[] = []
let smtp: TestSmtpServer
let app: TestServer
let ada: Person

beforeAll(async () => {
  smtp = await createTestSmtpServer({ password: 'smtp secret' })
  const from = 'Lorewell <lorewell@acme.test>'
  const smtpUrl = `smtp://lore:smtp%20secret@localhost:${smtp.port}`
  app = await startTestServer({
    now: () => new Date(Date.now() + clock.aheadMs),
    config: { mail: { smtpUrl, from } },
    mailer: createSmtpMailer({ smtpUrl, from, ca: testCertificate.cert }),
    log: pino({ level: 'trace' }, { write: (line: string) => logged.push(line) }),
  })
  await app.organization('acme', { name: 'Acme' })
  await app.organization('globex', { name: 'Globex' })
  ada = await app.person('acme', 'ada', { role: 'admin', password: 'correct horse' })
})
afterAll(async () => {
  await app?.close()
  await smtp?.close()
})
beforeEach(async () => {
  smtp.received.length = 0
  smtp.setBroken(false)
  await app.database.unrestricted.deleteFrom('rate_window').execute()
})

const linkIn = (text: string | undefined) => /http:\/\/\S+\/(?:invite|reset-password)\/\w+/.exec(text ?? '')?.[0] ?? ''
const mailsTo = (address: string) => smtp.received.filter(({ to }) => to.includes(address))
/** The server runs its jobs itself; a job that waits for its next attempt is made due. */
const mailTo = (address: string, count = 1) =>
  vi.waitFor(
    () => {
      expect(mailsTo(address)).toHaveLength(count)
      return mailsTo(address).at(-1)
    },
    { timeout: 60_000, interval: 50 },
  )
/** Waits until no job is waiting or running, so that nothing more can be sent. */
const waitForJobs = () =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`
        select kind from job where state in ('waiting', 'running')
          and (kind like 'mail-%' or kind = 'password-reset-request')`.execute(app.database.unrestricted)
      expect(rows).toEqual([])
    },
    { timeout: 60_000, interval: 50 },
  )

/** Waits until the mail server has refused an invitation once. */
const waitForFailure = () =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ attempts: number; last_error: string }>`
        select attempts, last_error from job where kind = 'mail-invitation' and state = 'waiting'`.execute(
        app.database.unrestricted,
      )
      expect(rows[0]?.attempts).toBe(1)
      return rows[0]
    },
    { timeout: 60_000, interval: 50 },
  )

async function requestReset(email: string, address = '198.51.100.7'): Promise<HttpBrowser> {
  const browser = new HttpBrowser(app.url, { address })
  await browser.open('/forgot-password')
  await browser.submit({ email })
  return browser
}

describe('invitations', () => {
  const invite = (email: string, fields = {}) =>
    app.call(ada.key, 'POST', '/v1/invitations', { email, name: 'Grace <b>', sendEmail: true, ...fields })
  const stateOf = async (email: string) =>
    (await app.call(ada.key, 'GET', `/v1/invitations?query=${email}`)).body.invitations[0]?.emailState

  test('arrive with a link of their own, which is stored nowhere', async () => {
    const reply = await invite('grace@mail.test')
    expect(reply.body.invitation.emailState).toBe('queued')
    const mail = await mailTo('grace@mail.test')
    expect(mail).toMatchObject({ isEncrypted: true, user: 'lore', from: 'lorewell@acme.test' })
    const link = linkIn(mail?.text)
    expect(link).not.toBe('')
    expect(link).not.toBe(reply.body.url)
    expect(mail?.source.slice(mail.source.indexOf('\r\n\r\n'))).not.toContain('<b>')
    await vi.waitFor(async () => expect(await stateOf('grace@mail.test')).toBe('sent'), { timeout: 20_000 })
    const { rows } = await sql<{ text: string }>`select json_agg(j)::text as text from job j`.execute(
      app.database.unrestricted,
    )
    for (const secret of [link, reply.body.url]) {
      expect(rows[0]?.text).not.toContain(secret.split('/').at(-1))
      expect(logged.join('')).not.toContain(secret.split('/').at(-1))
    }
    const browser = new HttpBrowser(app.url)
    await browser.open(link)
    await browser.submit({ name: 'Grace', password: 'a good password' })
    expect(browser.cookies.has('lorewell_session')).toBe(true)
    await browser.open(reply.body.url)
    expect(browser.status).toBe(404)
    expect(logged.join('')).not.toContain(link.split('/').at(-1))
  })

  test('are repeated while the mail server is down', async () => {
    smtp.setBroken(true)
    await invite('kay@mail.test')
    const job = await waitForFailure()
    expect(job?.last_error).toContain('The mail server refused the message.')
    expect(job?.last_error).not.toContain('smtp secret')
    expect(await stateOf('kay@mail.test')).toBe('queued')
    smtp.setBroken(false)
    await sql`update job set due_at = now() where kind = 'mail-invitation' and state = 'waiting'`.execute(
      app.database.unrestricted,
    )
    expect(linkIn((await mailTo('kay@mail.test'))?.text)).not.toBe('')
  })

  test('are not sent after they were revoked', async () => {
    smtp.setBroken(true)
    const { body } = await invite('lin@mail.test')
    await waitForFailure()
    await app.call(ada.key, 'DELETE', `/v1/invitations/${body.invitation.id}`)
    smtp.setBroken(false)
    await sql`update job set due_at = now() where kind = 'mail-invitation' and state = 'waiting'`.execute(
      app.database.unrestricted,
    )
    await waitForJobs()
    expect(mailsTo('lin@mail.test')).toEqual([])
  })

  test('of a table are all sent, or none', async () => {
    const send = (csv: string) => app.call(ada.key, 'POST', '/v1/invitations/bulk', { csv, sendEmail: true })
    expect((await send('email\nmay@mail.test\nnot an address')).status).toBe(422)
    expect((await send('email\nned@mail.test\nora@mail.test')).status).toBe(201)
    await mailTo('ned@mail.test')
    await mailTo('ora@mail.test')
    expect(mailsTo('may@mail.test')).toEqual([])
  })
})

describe('a forgotten password', () => {
  test('is replaced by a link that ends every session', async () => {
    const zoe = await app.person('acme', 'zoe', { password: 'the first one' })
    const before = new HttpBrowser(app.url)
    await before.signIn(zoe.email, 'the first one')
    const page = await requestReset(' ZOE@acme.test ')
    expect(page.status).toBe(200)
    const link = linkIn((await mailTo(zoe.email))?.text)
    const browser = new HttpBrowser(app.url)
    await browser.open(link)
    await browser.submit({ password: 'the second one' })
    expect(browser.text).toContain('Your password is changed')
    await before.open('/passkeys')
    expect(before.url.pathname).toBe('/sign-in')
    await browser.open(link)
    expect(browser.status).toBe(404)
    const after = new HttpBrowser(app.url)
    await after.signIn(zoe.email, 'the second one')
    expect(after.cookies.has('lorewell_session')).toBe(true)
    expect(logged.join('')).not.toContain(link.split('/').at(-1))
  })

  test('gives the same answer for an address that nobody has', async () => {
    const yan = await app.person('acme', 'yan', { password: 'the first one' })
    const gone = await app.person('acme', 'gone', { password: 'the first one' })
    await app.app.members.disable('acme', gone.id)
    const emails = [yan.email, 'nobody@acme.test', gone.email]
    const pages = []
    for (const email of emails) pages.push(await requestReset(email))
    const texts = pages.map(({ text }, index) =>
      text.replaceAll(emails[index] as string, '').replace(/name="form" value="[^"]*"/, ''),
    )
    expect(new Set(texts).size).toBe(1)
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
    // The request looks no account up, so what it records names no member either.
    const { rows } = await sql<{ email: string; memberId: string | null }>`
      select email, member_id as "memberId" from audit_event where action = 'requestPasswordReset'
        and email = any(${emails}::text[])`.execute(app.database.unrestricted)
    expect(rows.map(({ email }) => email).sort()).toEqual([...emails].sort())
    expect(rows.every(({ memberId }) => memberId === null)).toBe(true)
    await mailTo(yan.email)
    await waitForJobs()
    expect([...mailsTo('nobody@acme.test'), ...mailsTo(gone.email)]).toEqual([])
  })

  test('is answered for each organization in which the person has an account', async () => {
    const emails = []
    for (const organizationId of ['acme', 'globex'])
      emails.push(
        (await app.app.members.create({ organizationId, email: 'both@mail.test', name: 'Both', role: 'member' })).email,
      )
    await requestReset('both@mail.test')
    await mailTo('both@mail.test', 2)
    const texts = mailsTo('both@mail.test')
      .map(({ text }) => text)
      .sort()
    expect(texts[0]).toContain('Acme')
    expect(texts[1]).toContain('Globex')
  })

  test('cannot flood a mailbox, and says the same when it is full', async () => {
    const will = await app.person('acme', 'will', { password: 'the first one' })
    for (let times = 0; times < 8; times++)
      expect((await requestReset(will.email, `203.0.113.${times}`)).status).toBe(200)
    await waitForJobs()
    expect(mailsTo(will.email)).toHaveLength(5)
    const statuses = []
    for (let times = 0; times < 25; times++)
      statuses.push((await requestReset(`x${times}@mail.test`, '192.0.2.1')).status)
    expect(statuses).toContain(429)
  })

  test('is offered on the sign-in page', async () => {
    const browser = new HttpBrowser(app.url)
    await browser.open('/sign-in')
    expect(browser.text).toContain('href="/forgot-password"')
  })
})

test('an admin sends a test message to their own address', async () => {
  const reply = await app.call(ada.key, 'POST', '/v1/service/mail/trial')
  expect(reply.body).toMatchObject({ ok: true, message: `The mail server took the message to ${ada.email}.` })
  expect(mailsTo(ada.email)).toHaveLength(1)
  smtp.setBroken(true)
  const refused = await app.call(ada.key, 'POST', '/v1/service/mail/trial')
  expect(refused.body).toMatchObject({ ok: false })
  const state = await app.call(ada.key, 'GET', '/v1/service')
  expect(state.body.mail).toEqual({ host: 'localhost', from: 'Lorewell <lorewell@acme.test>' })
  expect(JSON.stringify([reply, refused, state])).not.toContain('smtp secret')
})

test('digests go to subscribers who chose e-mail, with what they can see when it is sent', async () => {
  const kim = await app.person('acme', 'kim', { groups: ['Crew'] })
  const lee = await app.person('acme', 'lee')
  await app.assistant('acme', 'weekly', { schedule: { days: [1, 2, 3, 4, 5, 6, 7], hour: 9, timeZone: 'UTC' } })
  const subscribe = (person: Person, body: object) =>
    app.call(person.key, 'PUT', '/v1/assistants/weekly/subscription', body)
  expect((await subscribe(kim, { byEmail: true })).body).toEqual({ webhookUrl: null, byEmail: true })
  await subscribe(lee, {})
  await app.note('acme', { title: 'Rota', content: 'Ada is on call <img src=x> in May.', updatedAt: new Date() })
  await app.note('acme', {
    title: 'Vermilion',
    content: 'The vermilion plan starts in June.',
    audience: ['user:ada@acme.test'],
    updatedAt: new Date(),
  })
  const deliver = () =>
    app.app.database.transaction((store) =>
      app.app.jobs
        .enqueue(store, {
          organizationId: 'acme',
          kind: 'digest',
          payload: { assistantId: 'weekly', scheduledFor: new Date().toISOString() },
        })
        .then(() => undefined),
    )
  await deliver()
  const mail = await mailTo(kim.email)
  await waitForJobs()
  expect(mail?.text).toContain('Rota')
  expect(mail?.text).toContain(`${app.url}/inbox`)
  expect(mail?.source).toContain('List-Unsubscribe:')
  expect(mail?.source).not.toContain('<img')
  expect(mail?.text.toLowerCase()).not.toContain('vermilion')
  expect(mailsTo(lee.email)).toEqual([])

  // A message that could not be sent is not repeated after the end of the subscription.
  smtp.setBroken(true)
  await app.note('acme', { title: 'Gate', content: 'The gate opens at seven.', updatedAt: new Date() })
  await deliver()
  const isRefused = sql<{ count: number }>`
    select count(*)::int as count from job where kind = 'mail-digest' and state = 'waiting' and attempts > 0`
  await vi.waitFor(
    async () => expect((await isRefused.execute(app.database.unrestricted)).rows).toEqual([{ count: 1 }]),
    { timeout: 20_000 },
  )
  await app.call(kim.key, 'DELETE', '/v1/assistants/weekly/subscription')
  smtp.setBroken(false)
  await sql`update job set due_at = now() where kind = 'mail-digest' and state = 'waiting'`.execute(
    app.database.unrestricted,
  )
  await waitForJobs()
  expect(mailsTo(kim.email)).toHaveLength(1)
})
