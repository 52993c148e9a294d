import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  isEncrypted: boolean
  user: string | undefined
  from: string
  to: string[]
  /** The message as it came. */
  source: string
  /** The plain text of the message, decoded. */
  text: string
}

export type TestSmtpServer = Awaited<ReturnType<typeof createTestSmtpServer>>

/** A mail server on this machine that keeps what it is sent. */
export async function createTestSmtpServer({
  isTls = false,
  hasStartTls = true,
  password,
  replyTo = {},
}: {
  /** TLS from the start. */
  isTls?: boolean
  hasStartTls?: boolean
  /** Absent: nobody signs in. */
  password?: string
  /** Answers these recipients with an error. */
  replyTo?: Record<string, number>
} = {}) {
  const received: ReceivedMail[] = []
  const state = { signIns: 0, isBroken: false }
  const server = new SMTPServer({
    ...testCertificate,
    secure: isTls,
    logger: false,
    authOptional: password === undefined,
    disabledCommands: [...(password === undefined ? ['AUTH'] : []), ...(hasStartTls ? [] : ['STARTTLS'])],
    onAuth(auth, _session, done) {
      state.signIns += 1
      if (auth.password === password) done(null, { user: auth.username })
      else done(new Error('Invalid user name or password'))
    },
    onRcptTo({ address }, _session, done) {
      const code = state.isBroken ? 451 : replyTo[address]
      done(code ? Object.assign(new Error('refused'), { responseCode: code }) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString('utf8')
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          isEncrypted: session.secure,
          user: session.user,
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source,
          text: decodeTextPart(source),
        })
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    get signIns() {
      return state.signIns
    },
    /** Refuses every message for the moment. */
    setBroken(isBroken: boolean) {
      state.isBroken = isBroken
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function decodeTextPart(source: string): string {
  const [, encoding = '', body = ''] =
    /Content-Type: text\/plain[^\r]*\r\nContent-Transfer-Encoding: ([\w-]+)\r\n\r\n(.*?)\r\n----_NmP/s.exec(source) ??
    []
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** For localhost, signed by itself, valid for a century: it protects nothing. */
export const testCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjQUCsPrwJSnYC6hq
eXuwzVf/FOVqcZoxF3sID7LnvIWhRANCAAQQC8TybeuhCZvBvAFTk1NVQejXZ0g3
SNSsC31p4tOPSALYU+Y0G4Cr8KHO2r5Fn3kqeBIbR6tztmghXMUrcHBS
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBWzCCAQGgAwIBAgIUbHCif7UbELVyAnbfRMX7AAQWRrUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI0MDEwMTAwMDAwMFoYDzIxMjQwMTAx
MDAwMDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQQC8TybeuhCZvBvAFTk1NVQejXZ0g3SNSsC31p4tOPSALYU+Y0G4Cr
8KHO2r5Fn3kqeBIbR6tztmghXMUrcHBSoy8wLTAaBgNVHREEEzARgglsb2NhbGhv
c3SHBH8AAAEwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiB60bqx
Z3WUWG/APn/frpgYs88YvD5mYvFI2BqHWmT+vQIhAOGtwK106CP/TbL+pnC3W0kV
azHdxngbC1rLybp/9uXJ
-----END CERTIFICATE-----`,
}
