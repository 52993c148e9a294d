import { type FileText, UnreadableFileError } from '../file-text.ts'
import { usableTitle } from './document-properties.ts'
import { plainText } from './html-blocks-writer.ts'
import type { OfficePackage } from './office-package.ts'

/** Returns the text of an office file. Throws if it has none. */
export function finishDocument(
  parts: OfficePackage,
  content: string,
  { title, updatedAt }: Pick<FileText, 'title' | 'updatedAt'>,
  skipped: FileText['skipped'] = [],
): FileText {
  if (plainText(content.slice(0, 10_000)) === '' && plainText(content) === '') {
    throw new UnreadableFileError(skipped[0]?.reason ?? (parts.hasPictures ? 'no-text' : 'empty'))
  }
  return { title, updatedAt, type: 'html', content, skipped }
}

/** Adds the first heading as title where the properties have none. */
export function withHeadingAsTitle(
  properties: Pick<FileText, 'title' | 'updatedAt'>,
  content: string,
): Pick<FileText, 'title' | 'updatedAt'> {
  const heading = /<h[1-6]>([\s\S]*?)<\/h[1-6]>/.exec(content)?.[1] ?? ''
  return { ...properties, title: properties.title ?? usableTitle(plainText(heading)) }
}
