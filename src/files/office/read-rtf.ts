import { type FormatReader, UnreadableFileError } from '../file-text.ts'
import { usableTitle } from './document-properties.ts'
import { withHeadingAsTitle } from './finish-document.ts'
import { plainText } from './html-blocks-writer.ts'
import { RtfBody } from './rtf-body.ts'
import { walkRtf } from './rtf-tokens.ts'

/** Reads Rich Text Format. Headers, footers and comments are left out. */
export const readRtf: FormatReader = async (bytes, { limits }) => {
  if (bytes.length === 0) throw new UnreadableFileError('empty')
  if (!/^\s*\{\\rtf/.test(String.fromCharCode(...bytes.subarray(0, 100)))) throw new UnreadableFileError('damaged')
  const body = new RtfBody({ maxDepth: limits.elementDepth, maxLength: limits.textLength })
  walkRtf(bytes, body)
  const content = body.toHtml()
  if (plainText(content) === '') throw new UnreadableFileError('empty')
  const properties = { title: usableTitle(body.title), updatedAt: changeDate(body.changed) }
  return { ...withHeadingAsTitle(properties, content), type: 'html', content, skipped: [] }
}

function changeDate(changed: ReadonlyMap<string, number>): Date | undefined {
  const [year, month, day, hour, minute] = ['yr', 'mo', 'dy', 'hr', 'min'].map((word) => changed.get(word) ?? 0)
  // The file has no time zone.
  return year! < 1985 || year! > 9999 ? undefined : new Date(Date.UTC(year!, month! - 1, day, hour, minute))
}
