import { type FormatReader, UnreadableFileError } from '../file-text.ts'
import { recognizedHtml } from './recognized-html.ts'

/** Reads the text in a PNG or JPEG picture, where text recognition is on. */
export const readPicture: FormatReader = async (bytes, { recognizer }) => {
  const content = recognizer ? recognizedHtml(await recognizer.recognize(bytes)) : ''
  if (content === '') throw new UnreadableFileError('no-text')
  return { type: 'html', content, skipped: [] }
}
