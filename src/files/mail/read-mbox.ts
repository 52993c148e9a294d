import type { FormatReader, SkippedPart } from '../file-text.ts'
import type { Mail } from './mail.ts'
import { parseMail } from './read-eml.ts'
import { renderMails } from './render-mails.ts'

/** Reads the messages of a mailbox in their order, as one document. */
export const readMbox: FormatReader = async (bytes, context) => {
  const mails: Mail[] = []
  const skipped: SkippedPart[] = []
  for (const [index, message] of splitMbox(bytes).entries()) {
    const name = `message ${index + 1}`
    if (mails.length >= context.limits.entries) {
      skipped.push({ name: `messages after ${name}`, reason: 'too-large' })
      break
    }
    try {
      mails.push(await parseMail(message))
    } catch {
      skipped.push({ name, reason: 'damaged' })
    }
  }
  const text = await renderMails(mails, context)
  return { ...text, skipped: [...skipped, ...text.skipped] }
}

/** Splits at lines that begin with "From " after an empty line, and restores quoted ones (RFC 4155, "mboxrd"). */
function splitMbox(bytes: Uint8Array): Buffer[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const starts: number[] = [0]
  for (let at = buffer.indexOf('\nFrom '); at >= 0; at = buffer.indexOf('\nFrom ', at + 1)) {
    const before = buffer.subarray(Math.max(0, at - 2), at).toString('latin1')
    const line = buffer.subarray(at + 1, at + 300).toString('latin1')
    if (/\n\r?$/.test(before) && /^From \S.*\d/.test(line)) starts.push(at + 1)
  }
  return starts.map((start, index) => {
    const message = buffer.subarray(buffer.indexOf('\n', start) + 1, starts[index + 1])
    if (!message.includes('\n>From ')) return message
    return Buffer.from(message.toString('latin1').replace(/^>(>*From )/gm, '$1'), 'latin1')
  })
}
