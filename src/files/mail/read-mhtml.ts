import { htmlTitle } from '../../ingest/html-title.ts'
import { type FormatReader, UnreadableFileError } from '../file-text.ts'
import { textToHtml } from '../text/text-to-html.ts'
import { parseMail } from './read-eml.ts'

/** Reads a web page that was saved as one file (RFC 2557): the page itself, without its pictures and styles. */
export const readMhtml: FormatReader = async (bytes) => {
  const { subject, html, text, sentAt } = await parseMail(bytes)
  const content = html.trim() === '' ? textToHtml(text) : html
  if (content.trim() === '') throw new UnreadableFileError('empty')
  const title = htmlTitle(html) ?? subject
  return { type: 'html', content, skipped: [], ...(title && { title }), ...(sentAt && { updatedAt: sentAt }) }
}
