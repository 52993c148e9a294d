import { codeFence } from '../../code-fence.ts'
import { markdownTitle } from '../../ingest/markdown-title.ts'
import { decodeText } from '../decode-text.ts'
import { type FormatReader, UnreadableFileError } from '../file-text.ts'

/** Reads a Jupyter notebook as Markdown: text cells as they are, code and the text it printed as code blocks. */
export const readIpynb: FormatReader = async (bytes) => {
  const notebook: unknown = JSON.parse(decodeText(bytes))
  if (!isRecord(notebook)) throw new UnreadableFileError('damaged')
  const language = notebookLanguage(notebook)
  const parts = notebookCells(notebook).flatMap((cell) => renderCell(cell, language))
  const content = parts.join('\n\n')
  if (content.trim() === '') throw new UnreadableFileError('empty')
  const title = markdownTitle(content, 2)
  return { type: 'markdown', content, skipped: [], ...(title && { title }) }
}

/** Longer outputs are logs and dumps. */
const maxOutputLength = 2_000

/** Version 3 of the format has sheets of cells. */
function notebookCells(notebook: Record<string, unknown>): Record<string, unknown>[] {
  const sheets = Array.isArray(notebook.worksheets) ? notebook.worksheets.filter(isRecord) : [notebook]
  return sheets.flatMap(({ cells }) => (Array.isArray(cells) ? cells.filter(isRecord) : []))
}

function notebookLanguage({ metadata }: Record<string, unknown>): string {
  const info = isRecord(metadata) && (metadata.language_info ?? metadata.kernelspec)
  const name = isRecord(info) ? (info.name ?? info.language) : undefined
  return typeof name === 'string' && /^[\w+#-]+$/.test(name) ? name : ''
}

function renderCell(cell: Record<string, unknown>, language: string): string[] {
  const source = joinLines(cell.source ?? cell.input)
  if (cell.cell_type === 'markdown') return [withoutPictures(source)]
  if (cell.cell_type === 'heading') return [`${'#'.repeat(Number(cell.level) || 1)} ${source}`]
  if (cell.cell_type !== 'code' || source.trim() === '') return []
  const outputs = Array.isArray(cell.outputs) ? cell.outputs.filter(isRecord).map(outputText) : []
  return [
    codeBlock(source, language),
    ...outputs.filter((output) => output.trim() !== '').map((output) => codeBlock(output, '')),
  ]
}

/** Returns the text of an output; pictures and other data have none. */
function outputText(output: Record<string, unknown>): string {
  if (output.output_type === 'error' || output.output_type === 'pyerr') {
    return `${joinLines(output.ename)}: ${joinLines(output.evalue)}`
  }
  const data = isRecord(output.data) ? output.data : output
  // The text beside a picture only names its type and size.
  if (Object.keys(data).some((type) => type.startsWith('image/'))) return ''
  const text = joinLines(output.text ?? data['text/plain']).replace(terminalColors, '')
  return text.length > maxOutputLength ? `${text.slice(0, maxOutputLength)}…` : text
}

const terminalColors = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g')

/** Pictures in a text cell are attachments of the cell, or lie in it as base64. */
function withoutPictures(markdown: string): string {
  return markdown
    .replace(/!\[[^[\]]*\]\((?:attachment|data):[^()]*\)/g, '')
    .replace(/<img\b[^<>]*\bsrc\s{0,9}=\s{0,9}["'](?:attachment|data):[^"'<>]*["'][^<>]*>/gi, '')
}

function codeBlock(code: string, language: string): string {
  const fence = codeFence(code)
  return `${fence}${language}\n${code.trimEnd()}\n${fence}`
}

function joinLines(value: unknown): string {
  const lines = Array.isArray(value) ? value : [value]
  return lines.filter((line) => typeof line === 'string').join('')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
