import msgreader, { type FieldsData } from '@kenjiuno/msgreader'
import { decodeText } from '../decode-text.ts'
import { type FormatReader, UnreadableFileError } from '../file-text.ts'
import type { InnerFile } from '../inner-files.ts'
import { formatMailbox, type Mail } from './mail.ts'
import { renderMails } from './render-mails.ts'

/** The package is CommonJS: Node imports its exports, other loaders only the default one of them. */
const MsgReader =
  'default' in msgreader ? msgreader.default : (msgreader as typeof import('@kenjiuno/msgreader').default)
type MsgReader = InstanceType<typeof MsgReader>

/** Reads a message that Outlook saved. */
export const readMsg: FormatReader = async (bytes, context) => renderMails([parseMsg(bytes)], context)

function parseMsg(bytes: Uint8Array): Mail {
  const { reader, fields } = openMsg(bytes)
  const recipients = (kind: string) =>
    (fields.recipients ?? [])
      .filter(({ recipType }) => (recipType ?? 'to') === kind)
      .map(({ name, smtpAddress, email }) =>
        formatMailbox(name, smtpAddress ?? (email?.includes('@') ? email : undefined)),
      )
      .join(', ')
  const sender = fields.senderSmtpAddress ?? (fields.senderEmail?.includes('@') ? fields.senderEmail : undefined)
  const sentAt = new Date(fields.clientSubmitTime ?? fields.messageDeliveryTime ?? '')
  return {
    subject: fields.subject ?? '',
    from: formatMailbox(fields.senderName, sender),
    to: recipients('to'),
    cc: recipients('cc'),
    sentAt: Number.isNaN(sentAt.getTime()) ? undefined : sentAt,
    text: fields.body ?? '',
    html: fields.bodyHtml ?? (fields.html ? decodeText(fields.html, codePageName(fields.internetCodepage)) : ''),
    attachments: (fields.attachments ?? [])
      .filter(
        ({ attachmentHidden, pidContentId, extension }) => !attachmentHidden && !(pidContentId && isPicture(extension)),
      )
      .map((attachment) => toInnerFile(reader, attachment)),
  }
}

/** Strings that are not Unicode are in the code page that the message names, so it is read a second time with that. */
function openMsg(bytes: Uint8Array): { reader: MsgReader; fields: FieldsData } {
  const open = (ansiEncoding: string) => {
    // A copy, because the reader would read a view's whole buffer.
    const reader = new MsgReader(new Uint8Array(bytes).buffer)
    reader.parserConfig = { ansiEncoding }
    const fields = reader.getFileData()
    if (fields.error) throw new UnreadableFileError('damaged', { cause: fields.error })
    return { reader, fields }
  }
  const first = open('windows1252')
  const encoding = ansiEncoding(first.fields.messageCodepage ?? first.fields.internetCodepage)
  return encoding === 'windows1252' ? first : open(encoding)
}

/** The code page of Windows for a code page of the Internet: a message for ISO-2022-JP has its strings in Shift-JIS. */
const windowsCodePages: [RegExp, number][] = [
  [/^(?:932|5022[0-2]|51932|20932)$/, 932],
  [/^(?:936|5[124]936)$/, 936],
  [/^(?:949|50225|51949)$/, 949],
  [/^(?:950)$/, 950],
  [/^(?:874)$/, 874],
  [/^(?:1250|28592)$/, 1250],
  [/^(?:1251|28595|20866|21866)$/, 1251],
  [/^(?:1253|28597)$/, 1253],
  [/^(?:1254|28599)$/, 1254],
  [/^(?:1255|28598|38598)$/, 1255],
  [/^(?:1256|28596)$/, 1256],
  [/^(?:1257|28594|28603)$/, 1257],
  [/^(?:1258)$/, 1258],
]

function ansiEncoding(codePage: number | undefined): string {
  if (codePage === 65001) return 'utf8'
  return `windows${windowsCodePages.find(([pattern]) => pattern.test(String(codePage)))?.[1] ?? 1252}`
}

/** Returns the name of a code page for TextDecoder. */
function codePageName(codePage: number | undefined): string | undefined {
  if (codePage === undefined) return undefined
  const names: Record<number, string> = {
    932: 'shift_jis',
    936: 'gbk',
    949: 'euc-kr',
    950: 'big5',
    20866: 'koi8-r',
    50220: 'iso-2022-jp',
    51932: 'euc-jp',
    65001: 'utf-8',
  }
  if (codePage > 28590 && codePage < 28607) return `iso-8859-${codePage - 28590}`
  return names[codePage] ?? `windows-${codePage}`
}

function isPicture(extension: string | undefined): boolean {
  return /^\.(?:png|jpe?g|gif|bmp|emz|wmz)$/i.test(extension ?? '')
}

function toInnerFile(reader: MsgReader, attachment: FieldsData): InnerFile {
  const { fileName, content } = reader.getAttachment(attachment)
  return { name: fileName || attachment.name || 'attachment', sizeBytes: content.length, read: async () => content }
}
