import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashSecret } from '../../src/identity/secrets.ts'
import { signInPolicies } from '../../src/identity/sign-in.ts'
import { HttpBrowser } from '../support/http-browser.ts'
import { addPerson, type OAuthTestServer, startOAuthTestServer } from './oauth-test-server.ts'

let server: OAuthTestServer
let url: string

beforeAll(async () => {
  server = await startOAuthTestServer()
  url = server.publicUrl
  await addPerson(server)
})
afterAll(() => server?.close())
beforeEach(async () => {
  await server.database.unrestricted.deleteFrom('rate_window').execute()
  server.clock.aheadMs = 0
})

const session = 'lorewell_session'

async function fetchEmail(browser: HttpBrowser): Promise<string | undefined> {
  await browser.open('/v1/me')
  return browser.status === 200 ? (JSON.parse(browser.text) as { email: string }).email : undefined
}

async function expiryOf(browser: HttpBrowser): Promise<number> {
  const row = await server.database.unrestricted
    .selectFrom('browser_session')
    .select('expires_at')
    .where('hash', '=', hashSecret(browser.cookies.get(session)?.value ?? ''))
    .executeTakeFirstOrThrow()
  return row.expires_at.getTime()
}

describe('signing in', () => {
  it('makes the browser known to the API, under a cookie that scripts cannot read', async () => {
    const browser = new HttpBrowser(url)
    const response = await fetch(`${url}/sign-in`)
    expect(response.headers.getSetCookie()[0]).toMatch(/^lorewell_form=\S+; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(await fetchEmail(browser)).toBeUndefined()
    expect((await browser.signIn()).pathname).toBe('/')
    expect(await fetchEmail(browser)).toBe('ada@acme.test')
  })

  it('takes the address in any case', async () => {
    const browser = new HttpBrowser(url)
    await browser.signIn(' ADA@Acme.Test ')
    expect(await fetchEmail(browser)).toBe('ada@acme.test')
  })

  it('says the same of an unknown address and of a wrong password', async () => {
    const pages = []
    for (const email of ['ada@acme.test', 'nobody@acme.test']) {
      const browser = new HttpBrowser(url)
      await browser.signIn(email, 'wrong horse')
      expect(browser.status).toBe(401)
      expect(browser.text).toContain('The email or the password is wrong.')
      expect(browser.cookies.has(session)).toBe(false)
      pages.push(
        browser.text
          .replaceAll(email.replace('@', '&#64;'), '')
          .replaceAll(email, '')
          .replace(/name="form" value="[^"]*"/, ''),
      )
    }
    expect(pages[0]).toBe(pages[1])
  })

  it('refuses a member without a password and one who is disabled', async () => {
    await server.members.create({
      organizationId: 'acme',
      email: 'api@acme.test',
      name: 'Api',
      role: 'member',
    })
    const left = await addPerson(server, { email: 'left@acme.test' })
    await server.members.disable('acme', left.id)
    for (const email of ['api@acme.test', 'left@acme.test']) {
      const browser = new HttpBrowser(url)
      await browser.signIn(email)
      expect(browser.status).toBe(401)
    }
  })

  it.each([
    ['/notes/eng?tab=1#top', '/notes/eng'],
    ['https://evil.test/', '/'],
    ['//evil.test/', '/'],
    ['/\\evil.test/', '/'],
    ['/\t/evil.test/', '/'],
    ['/%09/evil.test', '/%09/evil.test'],
    ['/.//evil.test/', '/'],
    ['/a/..//evil.test/', '/'],
    ['javascript:alert(1)', '/'],
    ['evil.test', '/'],
    ['', '/'],
  ])('leads to %j as %j of this service', async (given, path) => {
    const browser = new HttpBrowser(url)
    await browser.open(`/sign-in?return=${encodeURIComponent(given)}`)
    const end = await browser.submit({ email: 'ada@acme.test', password: 'correct horse' })
    expect(end.origin).toBe(url)
    expect(end.pathname).toBe(path)
    const direct = await browser.open(`/sign-in?return=${encodeURIComponent(given)}`)
    expect(direct.origin).toBe(url)
  })
})

describe('guessing', () => {
  const { accountAndAddress, account, address, device } = signInPolicies
  beforeEach(() => {
    server.clock.frozenAt = Date.now()
  })
  afterEach(() => {
    delete server.clock.frozenAt
  })

  /** Each from a browser without cookies, as a script guesses. */
  async function guess(from: string, count: number, email = 'ada@acme.test'): Promise<number[]> {
    const statuses: number[] = []
    for (let index = 0; index < count; index++) {
      const browser = new HttpBrowser(url, { address: from })
      await browser.signIn(email, `guess ${index}`)
      statuses.push(browser.status)
    }
    return statuses
  }

  async function signInFrom(from: string, email = 'ada@acme.test'): Promise<HttpBrowser> {
    const browser = new HttpBrowser(url, { address: from })
    await browser.signIn(email)
    return browser
  }

  async function presetFailures(policy: { name: string }, subject: string, count: number): Promise<void> {
    const member_id = hashSecret(subject).toString('hex')
    const window_start = Date.now() + server.clock.aheadMs
    await server.database.unrestricted
      .insertInto('rate_window')
      .values({ org_id: '', member_id, bucket: policy.name, window_start, count })
      .onConflict((conflict) => conflict.columns(['org_id', 'member_id', 'bucket']).doUpdateSet({ count }))
      .execute()
  }

  it('waits longer after each further failure, and the right password waits too', async () => {
    expect(await guess('203.0.113.1', accountAndAddress.freeFailures)).not.toContain(429)
    let waited = 0
    for (let delay = 1; delay <= 512; delay *= 2) {
      const browser = await signInFrom('203.0.113.1')
      expect(browser.status).toBe(429)
      expect(browser.cookies.has(session)).toBe(false)
      expect(browser.headers.get('retry-after')).toBe(String(Math.min(delay, accountAndAddress.maxDelayMs / 1000)))
      expect(browser.text).toContain('Too many attempts. Wait')
      waited += Math.min(delay * 1000, accountAndAddress.maxDelayMs)
      server.clock.aheadMs = waited
      expect(await guess('203.0.113.1', 1)).toEqual([401])
    }
    server.clock.aheadMs = waited + accountAndAddress.maxDelayMs
    expect((await signInFrom('203.0.113.1')).cookies.has(session)).toBe(true)
  })

  it('from elsewhere delays neither another address nor a browser that signed in before', async () => {
    const known = await signInFrom('203.0.113.1')
    await known.open('/sign-out', { method: 'POST', headers: { origin: url } })
    expect((await guess('203.0.113.1', 10)).at(-1)).toBe(429)
    const elsewhere = await signInFrom('203.0.113.2')
    expect(elsewhere.cookies.has(session)).toBe(true)
    // Even behind the same address, and while many addresses guess at once.
    await presetFailures(account, JSON.stringify(['acme', await idOf('ada@acme.test')]), 1000)
    await presetFailures(address, '203.0.113.1', 1000)
    expect((await signInFrom('203.0.113.3')).status).toBe(429)
    await known.signIn()
    expect(known.cookies.has(session)).toBe(true)
  })

  it('with a device cookie has a delay of its own', async () => {
    const known = await signInFrom('203.0.113.1')
    for (let index = 0; index < device.freeFailures; index++) {
      await known.open('/sign-in?again=1')
      await known.signIn('ada@acme.test', 'wrong')
      expect(known.status).toBe(401)
    }
    await known.signIn()
    expect(known.status).toBe(429)
    // A copied cookie helps with no other account, and not after the password was changed.
    const person = await addPerson(server, { email: 'other@acme.test' })
    await presetFailures(accountAndAddress, JSON.stringify([JSON.stringify(['acme', person.id]), '203.0.113.9']), 100)
    const copy = new HttpBrowser(url, { address: '203.0.113.9' })
    copy.cookies.set('lorewell_device', known.cookies.get('lorewell_device') as { value: string; path: string })
    await copy.signIn('other@acme.test')
    expect(copy.status).toBe(429)
    await server.members.setPassword('acme', await idOf('ada@acme.test'), 'correct horse')
    await guess('203.0.113.9', 6)
    await copy.signIn()
    expect(copy.status).toBe(429)
  })

  it('is slowed down for one account, however many addresses guess', async () => {
    await presetFailures(account, JSON.stringify(['acme', await idOf('ada@acme.test')]), account.freeFailures - 1)
    const first = await guess('203.0.113.1', 1)
    const others = await Promise.all([2, 3, 4].map((host) => guess(`203.0.113.${host}`, 1)))
    expect([first, ...others].flat()).toEqual([401, 429, 429, 429])
    // At most so long, whoever guesses on.
    server.clock.aheadMs = account.maxDelayMs
    expect((await signInFrom('203.0.113.5')).cookies.has(session)).toBe(true)
  })

  it('is slowed down for one network address that tries many e-mails', async () => {
    await presetFailures(address, '203.0.113.1', address.freeFailures)
    expect(await guess('203.0.113.1', 1, 'nobody@acme.test')).toEqual([429])
    expect(await guess('::ffff:203.0.113.1', 1, 'nobody@acme.test')).toEqual([429])
    expect(await guess('203.0.113.2', 1, 'nobody@acme.test')).toEqual([401])
  })

  it('counts a whole IPv6 network as one address', async () => {
    const statuses = []
    for (let host = 1; host <= 7; host++) statuses.push(...(await guess(`2001:db8:1:2::${host}`, 1)))
    expect(statuses).toContain(429)
    expect(await guess('2001:db8:1:3::1', 1)).toEqual([401])
  })

  it('goes no faster for an unknown e-mail', async () => {
    const known = await guess('203.0.113.1', 8)
    const unknown = await guess('203.0.113.1', 8, 'nobody@acme.test')
    expect(unknown).toEqual(known)
    expect(known).toContain(429)
  })

  it('is not made easier by an account with the same e-mail in another organization', async () => {
    const email = 'shared@mail.test'
    await addPerson(server, { email })
    const foreign = await addPerson(server, { organization: 'evil', email })
    await server.members.setPassword('evil', foreign.id, 'known to the attacker')
    const statuses: number[] = []
    for (let index = 0; index < 20; index++) {
      const attacker = new HttpBrowser(url, { address: '203.0.113.66' })
      await attacker.signIn(email, 'known to the attacker')
      statuses.push(...(await guess('203.0.113.66', 1, email)))
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(accountAndAddress.freeFailures)
    // And signing in there does not count as failures here.
    await server.database.unrestricted.deleteFrom('rate_window').execute()
    for (let index = 0; index < 7; index++) {
      const other = new HttpBrowser(url, { address: '203.0.113.67' })
      await other.signIn(email, 'known to the attacker')
      expect(other.cookies.has(session)).toBe(true)
    }
    expect((await signInFrom('203.0.113.67', email)).cookies.has(session)).toBe(true)
  })

  it('in parallel is counted one by one', async () => {
    const browser = new HttpBrowser(url)
    await browser.open('/sign-in')
    const form = /name="form" value="([^"]*)"/.exec(browser.text)?.[1] ?? ''
    const answers = await Promise.all(
      Array.from({ length: accountAndAddress.freeFailures + 5 }, (_, count) =>
        fetch(`${url}/sign-in`, {
          method: 'POST',
          redirect: 'manual',
          headers: { cookie: browser.cookieHeader('/sign-in') },
          body: new URLSearchParams({ form, email: 'ada@acme.test', password: `guess ${count}` }),
        }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(5)
  })

  it('is forgotten after an hour', async () => {
    await guess('203.0.113.1', 8)
    server.clock.aheadMs = 3601_000
    expect(await guess('203.0.113.1', 5)).toEqual([401, 401, 401, 401, 401])
  })

  async function idOf(email: string): Promise<string> {
    return (await server.members.findByEmail('acme', email))?.id ?? ''
  }
})

describe('a session', () => {
  it('has a new secret after signing in, and the one from before opens nothing', async () => {
    const browser = new HttpBrowser(url)
    browser.cookies.set(session, { value: 'planted-by-somebody-else', path: '/' })
    await browser.signIn()
    const first = browser.cookies.get(session)?.value
    expect(first).not.toBe('planted-by-somebody-else')
    await browser.open('/sign-in?again=1')
    await browser.signIn()
    expect(browser.cookies.get(session)?.value).not.toBe(first)
    const thief = new HttpBrowser(url)
    for (const value of ['planted-by-somebody-else', first ?? '']) {
      thief.cookies.set(session, { value, path: '/' })
      expect(await fetchEmail(thief)).toBeUndefined()
    }
  })

  it('ends with signing out, everywhere it is known', async () => {
    const browser = new HttpBrowser(url)
    await browser.signIn()
    const copy = browser.cookies.get(session)?.value ?? ''
    await browser.open('/sign-out', { method: 'POST', headers: { origin: url } })
    expect(browser.cookies.has(session)).toBe(false)
    browser.cookies.set(session, { value: copy, path: '/' })
    expect(await fetchEmail(browser)).toBeUndefined()
  })

  it('is not ended by another site', async () => {
    const browser = new HttpBrowser(url)
    await browser.signIn()
    await browser.open('/sign-out', { method: 'POST', headers: { origin: 'https://evil.test' } })
    expect(browser.status).toBe(403)
    expect(await fetchEmail(browser)).toBe('ada@acme.test')
  })

  it('lasts 30 days from its last use', async () => {
    const days = 24 * 3600_000
    const browser = new HttpBrowser(url)
    await browser.signIn()
    server.clock.aheadMs = 20 * days
    expect(await fetchEmail(browser)).toBe('ada@acme.test')
    // The new end is written beside the request, not before its answer.
    await expect.poll(() => expiryOf(browser)).toBeGreaterThan(Date.now() + 49 * days)
    server.clock.aheadMs = 45 * days
    expect(await fetchEmail(browser)).toBe('ada@acme.test')
    server.clock.aheadMs = 76 * days
    expect(await fetchEmail(browser)).toBeUndefined()
    server.clock.aheadMs = 0
  })

  it('ends when the password is changed', async () => {
    const person = await addPerson(server, { email: 'careful@acme.test' })
    const browser = new HttpBrowser(url)
    await browser.signIn('careful@acme.test')
    expect(await fetchEmail(browser)).toBe('careful@acme.test')
    await server.members.setPassword('acme', person.id, 'better horse')
    expect(await fetchEmail(browser)).toBeUndefined()
  })

  it.each(['its password is changed', 'it is suspended'])(
    'does not begin if the account was verified, and then %s',
    async (change) => {
      const person = await addPerson(server, { email: `${change.length}@acme.test` })
      const create = server.browserSessions.create.bind(server.browserSessions)
      vi.spyOn(server.browserSessions, 'create').mockImplementationOnce(async (verified) => {
        if (change === 'it is suspended') await server.members.disable('acme', person.id)
        else await server.members.setPassword('acme', person.id, 'better horse')
        return create(verified)
      })
      const browser = new HttpBrowser(url)
      await browser.signIn(person.email)
      expect(browser.status).toBe(403)
      expect(browser.cookies.has(session)).toBe(false)
      await server.members.enable('acme', person.id)
      expect(await fetchEmail(browser)).toBeUndefined()
    },
  )
})

describe('the form', () => {
  it('is refused without its token, with another one, and from another site', async () => {
    const browser = new HttpBrowser(url)
    await browser.open('/sign-in')
    const fields = { email: 'ada@acme.test', password: 'correct horse' }
    await browser.post('/sign-in', fields)
    expect(browser.status).toBe(403)
    await browser.post('/sign-in', { ...fields, form: 'A'.repeat(43) })
    expect(browser.status).toBe(403)
    await browser.open('/sign-in')
    const form = /name="form" value="([^"]*)"/.exec(browser.text)?.[1] ?? ''
    const other = new HttpBrowser(url)
    await other.open('/sign-in')
    await other.post('/sign-in', { ...fields, form })
    expect(other.status).toBe(403)
    await browser.open('/sign-in', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ ...fields, form }),
    })
    expect(browser.status).toBe(403)
    await browser.post('/sign-in', { ...fields, form })
    expect(browser.cookies.has(session)).toBe(true)
  })

  it('takes forms only', async () => {
    const answer = await fetch(`${url}/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":"ada@acme.test","password":"correct horse"}',
    })
    expect(answer.status).toBe(415)
  })

  it('shows what was typed as text, never as markup', async () => {
    const browser = new HttpBrowser(url)
    await browser.open(`/sign-in?email=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(browser.text).not.toContain('<script')
    expect(browser.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'$/,
    )
    expect(browser.text).not.toMatch(/ style="/)
  })
})

describe('a person of two organizations', () => {
  let browser: HttpBrowser
  beforeAll(async () => {
    for (const organization of ['acme', 'globex']) await addPerson(server, { organization, email: 'both@mail.test' })
    const third = await addPerson(server, { organization: 'initech', email: 'both@mail.test' })
    await server.members.setPassword('initech', third.id, 'another horse')
  })
  beforeEach(async () => {
    browser = new HttpBrowser(url)
    await browser.open('/sign-in?return=/notes')
    await browser.submit({ email: 'both@mail.test', password: 'correct horse' })
  })

  it('chooses one of those whose password was right', async () => {
    expect(browser.text).toContain('ACME</button>')
    expect(browser.text).toContain('GLOBEX</button>')
    expect(browser.text).not.toContain('INITECH')
    expect(browser.cookies.has(session)).toBe(false)
    const end = await browser.submit({ choice: '1' })
    expect(end.pathname).toBe('/notes')
    await browser.open('/v1/me')
    expect(JSON.parse(browser.text)).toMatchObject({ organizationId: 'globex' })
  })

  it('chooses once', async () => {
    const page = browser.text
    await browser.submit({ choice: '1' })
    expect(browser.cookies.has(session)).toBe(true)
    await browser.open('/sign-out', { method: 'POST', headers: { origin: url } })
    browser.text = page
    await browser.submit({ choice: '0' })
    expect(browser.status).toBe(403)
    expect(browser.cookies.has(session)).toBe(false)
  })

  it('cannot choose in another browser', async () => {
    const ticket = /name="ticket" value="([^"]*)"/.exec(browser.text)?.[1] ?? ''
    expect(ticket).not.toBe('')
    const other = new HttpBrowser(url)
    await other.open('/sign-in')
    const form = /name="form" value="([^"]*)"/.exec(other.text)?.[1] ?? ''
    await other.post('/sign-in/organization', { form, ticket, choice: '1' })
    expect(other.status).toBe(403)
    expect(other.cookies.has(session)).toBe(false)
  })

  it('cannot choose with a password that was reset in between, or after being suspended', async () => {
    const page = browser.text
    const globex = await server.members.findByEmail('globex', 'both@mail.test')
    await server.members.setPassword('globex', globex?.id ?? '', 'correct horse')
    await browser.submit({ choice: '1' })
    expect(browser.status).toBe(403)
    expect(browser.cookies.has(session)).toBe(false)
    expect(page).toContain('GLOBEX')
    const suspended = new HttpBrowser(url)
    await suspended.signIn('both@mail.test')
    await server.members.disable('globex', globex?.id ?? '').catch(() => undefined)
    await server.database.unrestricted
      .updateTable('member')
      .set({ disabled_at: new Date() })
      .where('org_id', '=', 'globex')
      .execute()
    await suspended.submit({ choice: '1' })
    await server.members.enable('globex', globex?.id ?? '')
    expect(suspended.status).toBe(403)
    expect(suspended.cookies.has(session)).toBe(false)
  })

  it('cannot change the choice, nor make it later', async () => {
    const page = browser.text
    const ticket = /name="ticket" value="([^"]*)"/.exec(page)?.[1] ?? ''
    const changed = Buffer.from(ticket, 'base64url')
    changed[40] = (changed[40] as number) ^ 1
    for (const forged of [changed.toString('base64url'), '', 'x', ticket.slice(0, 40)]) {
      browser.text = page
      await browser.submit({ choice: '1', ticket: forged })
      expect(browser.status).toBe(403)
    }
    browser.text = page
    await browser.submit({ choice: '7' })
    expect(browser.status).toBe(422)
    browser.text = page
    server.clock.aheadMs = 6 * 60_000
    await browser.submit({ choice: '1' })
    expect(browser.status).toBe(403)
    expect(browser.cookies.has(session)).toBe(false)
  })
})
