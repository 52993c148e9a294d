import type { FormatReader, SkippedPart } from '../file-text.ts'
import { readProperties } from './document-properties.ts'
import { finishDocument } from './finish-document.ts'
import { openOdfPackage } from './odf-package.ts'
import { OdfStyles } from './odf-styles.ts'
import { OdsSheets } from './ods-sheets.ts'
import { CellBudget } from './sheet-cells.ts'
import { sheetHtml } from './sheet-html.ts'

/** Reads OpenDocument spreadsheets: each sheet is a section with its tables. Hidden sheets are kept. */
export const readOds: FormatReader = async (bytes, { limits }) => {
  const parts = await openOdfPackage(bytes, limits)
  const reader = new OdsSheets(await OdfStyles.read(parts), new CellBudget(limits))
  await parts.walkRequired('content.xml', reader)
  const sections = reader.sheets.map(({ name, rows }, index) => sheetHtml({ number: index + 1, name, rows }))
  const skipped: SkippedPart[] = reader.sheets
    .filter(({ isCut }) => isCut)
    .map(({ name }) => ({ name, reason: 'too-large' }))
  const content = sections.filter((section) => section !== '').join('\n')
  return finishDocument(parts, content, await readProperties(parts, 'meta.xml'), skipped)
}
