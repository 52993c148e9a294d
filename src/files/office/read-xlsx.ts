import type { FormatReader, SkippedPart } from '../file-text.ts'
import { readProperties } from './document-properties.ts'
import { finishDocument } from './finish-document.ts'
import { OfficePackage } from './office-package.ts'
import { findTarget, readRelationships } from './relationships.ts'
import { CellBudget } from './sheet-cells.ts'
import { sheetHtml } from './sheet-html.ts'
import { SlideReader } from './slide-reader.ts'
import { decodeExcelText, XlsxSheet } from './xlsx-sheet.ts'
import { isOn, XlsxStyles } from './xlsx-styles.ts'

/** Reads Excel workbooks: each sheet is a section with its tables, values as they are shown. Hidden sheets are kept. */
export const readXlsx: FormatReader = async (bytes, { limits }) => {
  const parts = await OfficePackage.open(bytes, limits)
  const root = await readRelationships(parts, '')
  const path = findTarget(root, 'officeDocument') ?? 'xl/workbook.xml'
  const related = await readRelationships(parts, path)
  const workbook = await readWorkbook(parts, path)
  const sharedStrings = await readSharedStrings(parts, findTarget(related, 'sharedStrings'))
  const styles = await XlsxStyles.read(parts, findTarget(related, 'styles'), workbook.isFrom1904)
  const budget = new CellBudget(limits)
  const skipped: SkippedPart[] = []
  const sections: string[] = []
  for (const [index, { name, relationshipId }] of workbook.sheets.entries()) {
    const target = related.get(relationshipId)
    if (target?.type !== 'worksheet') continue
    const sheet = new XlsxSheet({ sharedStrings, styles, budget })
    await parts.walk(target.target, sheet)
    await readTableNames(parts, target.target, sheet)
    const textBoxes = await readTextBoxes(parts, target.target, limits.textLength)
    sections.push(sheetHtml({ number: index + 1, name, rows: sheet.toRows(), textBoxes }))
    if (sheet.isCut) skipped.push({ name, reason: 'too-large' })
  }
  const content = sections.filter((section) => section !== '').join('\n')
  const properties = await readProperties(parts, findTarget(root, 'core-properties') ?? '')
  return finishDocument(parts, content, properties, skipped)
}

async function readWorkbook(parts: OfficePackage, path: string) {
  const sheets: { name: string; relationshipId: string }[] = []
  let isFrom1904 = false
  await parts.walkRequired(path, {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = attributes.date1904 === '1' || attributes.date1904 === 'true'
      if (name === 'sheet') sheets.push({ name: attributes.name ?? '', relationshipId: attributes['r:id'] ?? '' })
      return undefined
    },
  })
  return { sheets, isFrom1904 }
}

/** Tells the sheet which cells name the columns of its tables. */
async function readTableNames(parts: OfficePackage, path: string, sheet: XlsxSheet): Promise<void> {
  for (const { type, target } of (await readRelationships(parts, path)).values()) {
    if (type !== 'table') continue
    await parts.walk(target, {
      open(name, { ref, headerRowCount }) {
        if (name === 'table' && headerRowCount !== '0') sheet.addNames(ref)
        return name === 'table' && undefined
      },
    })
  }
}

/** Reads the text boxes of a sheet. Its charts only repeat the cells. */
async function readTextBoxes(parts: OfficePackage, path: string, maxLength: number): Promise<string> {
  const drawing = findTarget(await readRelationships(parts, path), 'drawing')
  const reader = new SlideReader({ graphics: new Map(), maxLength })
  if (drawing !== undefined) await parts.walk(drawing, reader)
  return reader.toHtml()
}

/** Reads the strings that cells refer to by number; runs of rich text are joined, pronunciations and struck out runs left out. */
async function readSharedStrings(parts: OfficePackage, path: string | undefined): Promise<string[]> {
  const strings: string[] = []
  let isInText = false
  let isStruck = false
  let current = ''
  if (path === undefined) return strings
  await parts.walk(path, {
    open(name, attributes) {
      if (name === 'rPh') return false
      if (name === 'si') current = ''
      if (name === 'si' || name === 'r') isStruck = false
      if (name === 'strike') isStruck = isOn(attributes)
      isInText = name === 't'
      return undefined
    },
    close(name) {
      if (name === 'si') strings.push(decodeExcelText(current))
      isInText = false
    },
    text(text) {
      if (isInText && !isStruck) current += text
    },
  })
  return strings
}
