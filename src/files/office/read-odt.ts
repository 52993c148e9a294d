import type { FormatReader } from '../file-text.ts'
import { readProperties } from './document-properties.ts'
import { finishDocument, withHeadingAsTitle } from './finish-document.ts'
import { OdfBody } from './odf-body.ts'
import { openOdfPackage } from './odf-package.ts'
import { OdfStyles } from './odf-styles.ts'

/** Reads OpenDocument texts. Headers, footers and comments are left out. */
export const readOdt: FormatReader = async (bytes, { limits }) => {
  const parts = await openOdfPackage(bytes, limits)
  const body = new OdfBody(await OdfStyles.read(parts), limits.textLength)
  await parts.walkRequired('content.xml', body)
  const content = body.toHtml()
  return finishDocument(parts, content, withHeadingAsTitle(await readProperties(parts, 'meta.xml'), content))
}
