import type { Address, Attachment } from 'postal-mime'
import { decodeText } from '../decode-text.ts'
import { type FormatReader, UnreadableFileError } from '../file-text.ts'
import type { InnerFile } from '../inner-files.ts'
import { formatMailbox, type Mail } from './mail.ts'
import { createMailParser, withUtf8Headers } from './mail-charsets.ts'
import { renderMails } from './render-mails.ts'

/** Reads one message with its attachments. A message within it counts as an attachment. */
export const readEml: FormatReader = async (bytes, context) => renderMails([await parseMail(bytes)], context)

/** Parts of a message within parts; real ones have three or four. */
const maxNestingDepth = 32

export async function parseMail(bytes: Uint8Array): Promise<Mail> {
  const parser = createMailParser({ maxNestingDepth, forceRfc822Attachments: true })
  const email = await parser.parse(withUtf8Headers(bytes)).catch((cause) => {
    throw new UnreadableFileError(/nesting/i.test(String(cause)) ? 'too-deep' : 'damaged', { cause })
  })
  const sentAt = new Date(email.date ?? '')
  return {
    subject: email.subject ?? '',
    from: formatAddresses(email.from && [email.from]),
    to: formatAddresses(email.to),
    cc: formatAddresses(email.cc),
    sentAt: Number.isNaN(sentAt.getTime()) ? undefined : sentAt,
    text: email.text ?? '',
    html: email.html ?? '',
    attachments: email.attachments
      .filter((part) => !isInlinePicture(part) && !signatureTypes.test(part.mimeType))
      .map(toInnerFile)
      .filter(isNotDouble()),
  }
}

function formatAddresses(addresses: Address[] | undefined): string {
  const mailboxes = (addresses ?? []).flatMap((address) => address.group ?? [address])
  return mailboxes.map(({ name, address }) => formatMailbox(name, address)).join(', ')
}

/** Logos and smileys in the text, which nobody attached. */
function isInlinePicture({ mimeType, related, disposition }: Attachment): boolean {
  return mimeType.startsWith('image/') && (related === true || disposition === 'inline')
}

const signatureTypes = /^application\/(?:(?:x-)?pkcs7|pgp)-signature$/

/** Invitations come twice: for programs that show them in the text, and as a file. */
function isNotDouble(): (file: MailFile) => boolean {
  const seen = new Set<string>()
  return ({ isCalendar, bytes }) => {
    const content = isCalendar ? decodeText(bytes).replace(/\s+/g, '') : ''
    if (content !== '' && seen.has(content)) return false
    seen.add(content)
    return true
  }
}

type MailFile = InnerFile & { bytes: Uint8Array; isCalendar: boolean }

function toInnerFile({ filename, mimeType, content, description }: Attachment, index: number): MailFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  const name = filename || description || `attachment ${index + 1}${extensions[mimeType] ?? ''}`
  const isCalendar = /^(?:text\/calendar|application\/ics)$/.test(mimeType)
  return { name, sizeBytes: bytes.length, bytes, isCalendar, read: async () => bytes }
}

const extensions: Record<string, string> = {
  'message/rfc822': '.eml',
  'text/plain': '.txt',
  'text/html': '.html',
  'text/csv': '.csv',
  'text/calendar': '.ics',
  'application/pdf': '.pdf',
}
