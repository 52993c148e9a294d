import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashSecret } from '../../src/identity/secrets.ts'
import { signInLimitPerEmail, signInLimitPerIp } from '../../src/identity/sign-in.ts'
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

/** Counting begins anew with each quarter of an hour, which must not happen in the middle of a test. */
function startQuarterHour(): number {
  const aheadMs = signInLimitPerEmail.windowMs - (Date.now() % signInLimitPerEmail.windowMs)
  server.clock.aheadMs = aheadMs
  return aheadMs
}

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

  it('stops counting out passwords for one address, even with the right one at last', async () => {
    const aheadMs = startQuarterHour()
    const browser = new HttpBrowser(url)
    for (let count = 0; count < signInLimitPerEmail.maxAttempts; count++) {
      await browser.open('/sign-in')
      await browser.signIn('ada@acme.test', `guess ${count}`)
      expect(browser.status).toBe(401)
    }
    await browser.signIn()
    expect(browser.status).toBe(429)
    expect(Number(browser.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await fetchEmail(browser)).toBeUndefined()
    server.clock.aheadMs = aheadMs + signInLimitPerEmail.windowMs
    const later = new HttpBrowser(url)
    await later.signIn()
    expect(later.cookies.has(session)).toBe(true)
  })

  it('lets no parallel tries slip past the count', async () => {
    startQuarterHour()
    const browser = new HttpBrowser(url)
    await browser.open('/sign-in')
    const form = /name="form" value="([^"]*)"/.exec(browser.text)?.[1] ?? ''
    const answers = await Promise.all(
      Array.from({ length: signInLimitPerEmail.maxAttempts + 5 }, (_, count) =>
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

  it('stops one network address that tries many e-mails', async () => {
    const at = Date.now() + startQuarterHour()
    await server.database.unrestricted
      .insertInto('rate_window')
      .values({
        org_id: '',
        member_id: hashSecret('127.0.0.1').toString('hex'),
        bucket: signInLimitPerIp.name,
        window_start: Math.floor(at / signInLimitPerIp.windowMs) * signInLimitPerIp.windowMs,
        count: signInLimitPerIp.maxAttempts,
      })
      .execute()
    const browser = new HttpBrowser(url)
    await browser.signIn()
    expect(browser.status).toBe(429)
  })

  it('forgets the failed tries of who gets it right', async () => {
    startQuarterHour()
    for (let round = 0; round < 2; round++) {
      for (let count = 0; count < signInLimitPerEmail.maxAttempts - 1; count++)
        await new HttpBrowser(url).signIn('ada@acme.test', 'no')
      const browser = new HttpBrowser(url)
      await browser.signIn()
      expect(browser.cookies.has(session)).toBe(true)
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
  it('chooses one of those whose password was right', async () => {
    for (const organization of ['acme', 'globex']) await addPerson(server, { organization, email: 'both@mail.test' })
    const third = await addPerson(server, { organization: 'initech', email: 'both@mail.test' })
    await server.members.setPassword('initech', third.id, 'another horse')
    const browser = new HttpBrowser(url)
    await browser.open('/sign-in?return=/notes')
    await browser.submit({ email: 'both@mail.test', password: 'correct horse' })
    expect(browser.text).toContain('ACME</button>')
    expect(browser.text).toContain('GLOBEX</button>')
    expect(browser.text).not.toContain('INITECH')
    expect(browser.cookies.has(session)).toBe(false)
    const signed = /name="candidates" value="([^"]*)"/.exec(browser.text)?.[1] ?? ''
    const page = browser.text
    const end = await browser.submit({ choice: '1' })
    expect(end.pathname).toBe('/notes')
    await browser.open('/v1/me')
    expect(JSON.parse(browser.text)).toMatchObject({ organizationId: 'globex' })

    browser.text = page
    const [text = '', signature] = signed.split('.')
    const forged = Buffer.from(text, 'base64url').toString().replace('globex', 'initech')
    await browser.submit({
      choice: '1',
      candidates: `${Buffer.from(forged).toString('base64url')}.${signature}`,
    })
    expect(browser.status).toBe(403)
    browser.text = page
    server.clock.aheadMs = 11 * 60_000
    await browser.submit({ choice: '1' })
    server.clock.aheadMs = 0
    expect(browser.status).toBe(403)
  })
})
