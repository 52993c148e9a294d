import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestSmtpServer, type TestSmtpServer, testCertificate } from '../../test/support/smtp-server.ts'
import { renderMail } from './mail-layout.ts'
import { MailError, type MailMessage } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const servers: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const message: MailMessage = {
  to: { name: 'Grace', address: 'grace@mail.test' },
  subject: 'Hello',
  ...renderMail({ heading: 'Hello', paragraphs: ['One & <two>'], footer: 'Bye' }),
}

async function startServer(options: Parameters<typeof createTestSmtpServer>[0] = {}): Promise<TestSmtpServer> {
  const server = await createTestSmtpServer(options)
  servers.push(server)
  return server
}

const mailerFor = (smtpUrl: string, ca: string | undefined = testCertificate.cert) =>
  createSmtpMailer({ smtpUrl, from: 'Lore, "well" <lorewell@acme.test>', timeoutMs: 1500, ...(ca && { ca }) })

const failureOf = async (sending: Promise<void>): Promise<MailError> => {
  const error = await sending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(MailError)
  return error as MailError
}

describe('a message', () => {
  test.each(['smtp', 'smtps'] as const)('is sent encrypted and signed in with %s', async (protocol) => {
    const server = await startServer({ isTls: protocol === 'smtps', password: 'p@ss:word' })
    await mailerFor(`${protocol}://lore:p%40ss%3Aword@localhost:${server.port}`).send(message)
    const [received] = server.received
    expect(received).toMatchObject({
      isEncrypted: true,
      user: 'lore',
      from: 'lorewell@acme.test',
      to: ['grace@mail.test'],
    })
    expect(received?.source).toContain('Auto-Submitted: auto-generated')
    expect(received?.source).toContain('Content-Type: text/plain')
    expect(received?.source).toContain('Content-Type: text/html')
    expect(received?.source).toContain('One &#38; &#60;two&#62;')
  })

  test('goes unencrypted only where the operator said so', async () => {
    const server = await startServer({ hasStartTls: false })
    const error = await failureOf(mailerFor(`smtp://localhost:${server.port}`).send(message))
    expect(error).toMatchObject({ message: 'The mail server offers no encryption (STARTTLS).', isPermanent: false })
    expect(server.received).toEqual([])
    await mailerFor(`smtp://localhost:${server.port}?tls=off`).send(message)
    expect(server.received).toMatchObject([{ isEncrypted: false }])
  })

  test.each(['smtp', 'smtps'] as const)(
    'is not sent with %s to a server with an unknown certificate',
    async (protocol) => {
      const server = await startServer({ isTls: protocol === 'smtps', password: 'secret' })
      const error = await failureOf(mailerFor(`${protocol}://lore:secret@localhost:${server.port}`, '').send(message))
      expect(error.message).toMatch(/^The certificate of the mail server is not valid: /)
      expect(server.received).toEqual([])
      expect(server.signIns).toBe(0)
    },
  )

  test('names a wrong password without repeating it', async () => {
    const server = await startServer({ password: 'right' })
    const error = await failureOf(mailerFor(`smtp://lore:wrongsecret@localhost:${server.port}`).send(message))
    expect(error.message).toBe('The mail server refused the user name or the password.')
    expect(JSON.stringify([error, error.cause, error.stack])).not.toContain('wrongsecret')
  })

  test('is given up when the server refuses the address, and repeated when it is busy', async () => {
    const server = await startServer({ replyTo: { 'gone@mail.test': 550, 'busy@mail.test': 451 } })
    const mailer = mailerFor(`smtp://localhost:${server.port}`)
    const send = (address: string) => failureOf(mailer.send({ ...message, to: { name: '', address } }))
    expect(await send('gone@mail.test')).toMatchObject({ isPermanent: true, message: expect.stringContaining('550') })
    expect(await send('busy@mail.test')).toMatchObject({ isPermanent: false })
  })

  test('fails when nobody listens, and when the server stays silent', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const slow = await failureOf(mailerFor(`smtp://127.0.0.1:${port}`).send(message))
    expect(slow).toMatchObject({ message: 'The mail server did not respond in time.', isPermanent: false })
    const closed = once(silent, 'close')
    silent.close()
    await closed
    const refused = await failureOf(mailerFor(`smtp://127.0.0.1:${port}`).send(message))
    expect(refused).toMatchObject({ message: 'The mail server could not be reached.', isPermanent: false })
  })

  test('cannot gain headers, recipients or commands from what people enter', async () => {
    const server = await startServer()
    const mailer = mailerFor(`smtp://localhost:${server.port}`)
    const attack = 'Grace\r\nBcc: eve@evil.test\r\n\r\nBody\u2028X-Evil: 1, eve@evil.test'
    await mailer.send({ ...message, to: { name: attack, address: 'grace@mail.test' }, subject: attack })
    const [received] = server.received
    expect(received?.to).toEqual(['grace@mail.test'])
    const head = received?.source.split('\r\n\r\n')[0] ?? ''
    expect(head).not.toMatch(/^(Bcc|X-Evil):/im)
    for (const address of [
      'grace@mail.test\r\nRCPT TO:<eve@evil.test>',
      'grace@mail.test,eve@evil.test',
      '<grace@mail.test>',
      '"a b"@mail.test',
      'grace',
    ])
      expect(await failureOf(mailer.send({ ...message, to: { name: '', address } }))).toMatchObject({
        isPermanent: true,
      })
    expect(server.received).toHaveLength(1)
  })
})
