import { mailFromPattern } from '../config.ts'
import { MailError, type Mailer, type MailMessage } from './mailer.ts'

export interface SmtpMailerOptions {
  /** `smtp:` requires STARTTLS, `smtps:` is TLS from the start; `?tls=off` turns encryption off. */
  smtpUrl: string
  from: string
  /** A certificate authority besides the public ones; operators set NODE_EXTRA_CA_CERTS. */
  ca?: string
  /** Longest wait for the connection, the greeting and each reply. */
  timeoutMs?: number
}

const maxHeaderLength = 200

/** Sends e-mail with SMTP (RFC 5321). The certificate of the server is always verified. */
export function createSmtpMailer({ smtpUrl, from, ca, timeoutMs = 20_000 }: SmtpMailerOptions): Mailer {
  const url = new URL(smtpUrl)
  const isEncrypted = url.searchParams.get('tls') !== 'off'
  const isTls = url.protocol === 'smtps:' && isEncrypted
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const options = {
    host,
    port: url.port ? Number(url.port) : isTls ? 465 : isEncrypted ? 587 : 25,
    secure: isTls,
    requireTLS: isEncrypted && !isTls,
    ignoreTLS: !isEncrypted,
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    tls: { rejectUnauthorized: true, ...(ca && { ca }) },
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Messages are texts: nothing in them can make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
    // Its log contains the whole conversation with the mail server.
    logger: false,
  }
  const sender = parseSender(from)

  return {
    host,
    from,
    async send(message: MailMessage): Promise<void> {
      const { to, subject, text, html, unsubscribeUrl } = message
      if (!isDeliverable(to.address))
        throw new MailError('The address is not one that e-mail can be sent to.', { isPermanent: true })
      // Loaded with the first message: most services send none at their start.
      const { createTransport } = await import('nodemailer')
      try {
        await createTransport(options).sendMail({
          from: sender,
          // Objects are not parsed as lists of addresses.
          to: { name: toHeaderText(to.name), address: to.address },
          subject: toHeaderText(subject),
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...(unsubscribeUrl && { list: { unsubscribe: unsubscribeUrl } }),
          xMailer: false,
        })
      } catch (error) {
        throw describeFailure(error)
      }
    },
  }
}

function parseSender(from: string): { name: string; address: string } {
  const [, name = '', bracketed, plain] = mailFromPattern.exec(from) ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: bracketed ?? plain ?? from }
}

/** Keeps a text within its header line: a line break would start another header. */
function toHeaderText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, maxHeaderLength)
}

/** Rejects characters with a meaning in headers or in SMTP commands. */
function isDeliverable(address: string): boolean {
  return address.length <= 320 && /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()\\,;:"@]+$/u.test(address)
}

/** Returns an error in our own words: those of the library can contain what was sent. */
function describeFailure(cause: unknown): MailError {
  const {
    code = '',
    responseCode = 0,
    response = '',
  } = cause as {
    code?: string
    responseCode?: number
    response?: string
  }
  const reply = response ? ` It replied: ${response.replace(/\p{Cc}+/gu, ' ').slice(0, 200)}` : ''
  const isPermanent = responseCode >= 500 && responseCode < 600 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  return new MailError(failureSentence(code, cause, reply), { isPermanent, cause: code })
}

function failureSentence(code: string, cause: unknown, reply: string): string {
  const tlsProblem = tlsProblemOf(cause)
  if (tlsProblem) return `The certificate of the mail server is not valid: ${tlsProblem}.`
  switch (code) {
    case 'EAUTH':
      return 'The mail server refused the user name or the password.'
    case 'ETLS':
      return 'The mail server offers no encryption (STARTTLS).'
    case 'ETIMEDOUT':
      return 'The mail server did not respond in time.'
    case 'EENVELOPE':
    case 'EMESSAGE':
      return `The mail server refused the message.${reply}`
    case 'EDNS':
    case 'ECONNECTION':
    case 'ESOCKET':
      return 'The mail server could not be reached.'
    default:
      return 'The message could not be sent.'
  }
}

/** Certificate errors of Node, such as DEPTH_ZERO_SELF_SIGNED_CERT; the library wraps them. */
function tlsProblemOf(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : ''
  const known =
    /self[- ]signed certificate|unable to (?:verify|get)[\w -]*certificate|certificate has expired|does not match certificate/i
  return known.exec(message)?.[0].toLowerCase()
}
