import PostalMime, { type Address, type Attachment } from 'postal-mime'
import { type FormatReader, UnreadableFileError } from '../file-text.ts'
import type { InnerFile } from '../inner-files.ts'
import { formatMailbox, type Mail } from './mail.ts'
import { renderMails } from './render-mails.ts'

/** Reads one message with its attachments. A message within it counts as an attachment. */
export const readEml: FormatReader = async (bytes, context) => renderMails([await parseMail(bytes)], context)

/** Parts of a message within parts; real ones have three or four. */
const maxNestingDepth = 32

export async function parseMail(bytes: Uint8Array): Promise<Mail> {
  const email = await PostalMime.parse(bytes, { maxNestingDepth, forceRfc822Attachments: true }).catch((cause) => {
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
    attachments: email.attachments.filter((attachment) => !isInlinePicture(attachment)).map(toInnerFile),
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

function toInnerFile({ filename, mimeType, content, description }: Attachment, index: number): InnerFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  const name = filename || description || `attachment ${index + 1}${extensions[mimeType] ?? ''}`
  return { name, sizeBytes: bytes.length, read: async () => bytes }
}

const extensions: Record<string, string> = {
  'message/rfc822': '.eml',
  'text/plain': '.txt',
  'text/html': '.html',
  'text/csv': '.csv',
  'text/calendar': '.ics',
  'application/pdf': '.pdf',
}
