import { defaultReadLimits, type FileText, type FormatReader, type ReadLimits } from '../../src/files/file-text.ts'
import { createZip } from './zip-archive.ts'

/** Parts of an office file: XML by path. */
export type OfficeParts = Record<string, string>

const relationshipTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Reads a file with the default limits, or stricter ones. */
export function readWith(reader: FormatReader, bytes: Uint8Array, limits: Partial<ReadLimits> = {}): Promise<FileText> {
  return reader(bytes, {
    name: 'file',
    limits: { ...defaultReadLimits, ...limits },
    readInner: () => Promise.reject(new Error('No file within the file is expected.')),
  })
}

/** Returns an office file of these parts. */
export function officeFile(parts: OfficeParts): Buffer {
  return createZip(Object.entries(parts).map(([name, text]) => ({ name, text })))
}

/** Returns the part that relates `from` to other parts, each [id, type, target]. */
export function relationships(from: string, related: readonly (readonly [string, string, string])[]): OfficeParts {
  const slash = from.lastIndexOf('/') + 1
  const lines = related.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${relationshipTypes}/${type}" Target="${target}"/>`,
  )
  return {
    [`${from.slice(0, slash)}_rels/${from.slice(slash)}.rels`]: `<Relationships>${lines.join('')}</Relationships>`,
  }
}

/** Returns a Word document with this body, and further parts next to it ("styles", "numbering", "footnotes"…). */
export function docx(body: string, parts: OfficeParts = {}, namespace = wordNamespace): Buffer {
  const names = Object.keys(parts)
  return officeFile({
    ...relationships('', [['r1', 'officeDocument', 'word/document.xml']]),
    ...relationships(
      'word/document.xml',
      names.map((name) => [name, name, `${name}.xml`]),
    ),
    'word/document.xml': `<w:document xmlns:w="${namespace}"><w:body>${body}</w:body></w:document>`,
    ...Object.fromEntries(names.map((name) => [`word/${name}.xml`, parts[name] as string])),
  })
}

const wordNamespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** Returns a paragraph of a Word document; `properties` go into w:pPr. */
export function wordParagraph(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
}

/** Returns an Excel workbook of these sheets; each is the content of the worksheet. `files` are further parts by their path. */
export function xlsx(
  sheets: Record<string, string>,
  parts: OfficeParts = {},
  workbook = '',
  files: OfficeParts = {},
): Buffer {
  const names = Object.keys(sheets)
  const sheetFiles = names.map((name, index) => [`s${index}`, name, `worksheets/sheet${index}.xml`] as const)
  return officeFile({
    ...relationships('', [['r1', 'officeDocument', 'xl/workbook.xml']]),
    ...relationships('xl/workbook.xml', [
      ...sheetFiles.map(([id, , path]) => [id, 'worksheet', path] as const),
      ...Object.keys(parts).map((name) => [name, name, `${name}.xml`] as const),
    ]),
    'xl/workbook.xml': `<workbook xmlns:r="${relationshipTypes}">${workbook}<sheets>${sheetFiles
      .map(([id, name]) => `<sheet name="${name}" r:id="${id}"/>`)
      .join('')}</sheets></workbook>`,
    ...Object.fromEntries(sheetFiles.map(([, name, path]) => [`xl/${path}`, `<worksheet>${sheets[name]}</worksheet>`])),
    ...Object.fromEntries(Object.entries(parts).map(([name, text]) => [`xl/${name}.xml`, text])),
    ...files,
  })
}

/** Returns the data of a worksheet: text as inline strings, numbers as numbers, null for no cell. */
export function sheetData(rows: Record<number, readonly (string | number | null)[]>): string {
  const cell = (value: string | number | null, column: number, row: string) => {
    const reference = `${String.fromCharCode(65 + column)}${row}`
    if (value === null) return ''
    if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`
    return `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`
  }
  const lines = Object.entries(rows).map(
    ([row, values]) => `<row r="${row}">${values.map((value, column) => cell(value, column, row)).join('')}</row>`,
  )
  return `<sheetData>${lines.join('')}</sheetData>`
}

/** Returns an OpenDocument file; `body` goes into office:body, `styles` into its automatic styles. */
export function openDocument(body: string, styles = '', parts: OfficeParts = {}): Buffer {
  const content = `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles>
    <office:body>${body}</office:body></office:document-content>`
  return officeFile({ 'content.xml': content, ...parts })
}
