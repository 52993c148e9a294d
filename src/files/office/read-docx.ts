import type { FormatReader } from '../file-text.ts'
import { readProperties } from './document-properties.ts'
import { DocxBody } from './docx-body.ts'
import { DocxNumbering } from './docx-numbering.ts'
import { DocxStyles } from './docx-styles.ts'
import { finishDocument, withHeadingAsTitle } from './finish-document.ts'
import { readGraphics } from './graphics.ts'
import { OfficePackage } from './office-package.ts'
import { findTarget, readRelationships } from './relationships.ts'

/** Reads Word documents (Office Open XML, strict and transitional). Headers, footers and comments are left out. */
export const readDocx: FormatReader = async (bytes, { limits }) => {
  const parts = await OfficePackage.open(bytes, limits)
  const root = await readRelationships(parts, '')
  const path = findTarget(root, 'officeDocument') ?? 'word/document.xml'
  const related = await readRelationships(parts, path)
  const options = {
    styles: await DocxStyles.read(parts, findTarget(related, 'styles')),
    numbering: await DocxNumbering.read(parts, findTarget(related, 'numbering')),
    graphics: await readGraphics(parts, related),
    notes: new Map<string, string>(),
    maxLength: limits.textLength,
  }
  for (const type of ['footnotes', 'endnotes']) {
    const notesPath = findTarget(related, type)
    if (notesPath === undefined) continue
    const body = new DocxBody({ ...options, notes: new Map() })
    await parts.walk(notesPath, body)
    for (const [key, html] of body.notes) options.notes.set(key, html)
  }
  const body = new DocxBody(options)
  await parts.walkRequired(path, body)
  const content = body.toHtml()
  const properties = await readProperties(parts, findTarget(root, 'core-properties') ?? '')
  return finishDocument(parts, content, withHeadingAsTitle(properties, content))
}
