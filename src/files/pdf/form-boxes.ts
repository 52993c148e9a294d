import type { PDFPageProxy } from 'unpdf/pdfjs'
import { apply, type Matrix } from './geometry.ts'
import type { FontStyle, Glyph, PageContent } from './page-content.ts'

/** The fields of an annotation that pdf.js returns for a form, as far as they are read. */
interface FormField {
  subtype?: string
  hidden?: boolean
  checkBox?: boolean
  radioButton?: boolean
  /** The state of a box; for a radio button, that of its group. */
  fieldValue?: unknown
  exportValue?: unknown
  buttonValue?: unknown
  rect?: readonly number[]
}

const maxBoxes = 1_000
const style: FontStyle = { name: 'form', bold: false, italic: false, monospace: false }

/**
 * Returns a page with a sign for each check box and radio button of a form, in the place of what is drawn there: a cross, a
 * tick or nothing. Tells whether the page has a form, whose values no tag contains.
 */
export async function withFormBoxes(
  page: PDFPageProxy,
  content: PageContent,
): Promise<{ content: PageContent; isForm: boolean }> {
  const annotations = (await page.getAnnotations().catch(() => [])) as FormField[]
  const fields = annotations.filter(({ subtype, hidden }) => subtype === 'Widget' && hidden !== true)
  const matrix = page.getViewport({ scale: 1 }).transform as unknown as Matrix
  const boxes = fields
    .filter(({ checkBox, radioButton }) => checkBox === true || radioButton === true)
    .slice(0, maxBoxes)
    .flatMap((field) => toGlyph(field, matrix) ?? [])
  if (boxes.length === 0) return { content, isForm: fields.length > 0 }
  const glyphs = content.glyphs.filter((glyph) => !boxes.some((box) => isWithin(glyph, box)))
  return { content: { ...content, glyphs: [...glyphs, ...boxes] }, isForm: true }
}

function toGlyph(field: FormField, matrix: Matrix): Glyph | undefined {
  const [x1, y1, x2, y2] = field.rect ?? []
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined
  const [left, bottom] = apply(matrix, x1, y1)
  const [right, top] = apply(matrix, x2, y2)
  const size = Math.min(Math.abs(bottom - top), maxSize)
  return {
    text: isChecked(field) ? '☒' : '☐',
    x: Math.min(left, right),
    y: (bottom + top) / 2 + size / 3,
    advance: Math.abs(right - left),
    size,
    turn: 0,
    vertical: false,
    style,
    artifact: false,
  }
}

/** Of larger boxes, the sign stands on the line of the text beside them. */
const maxSize = 12

function isChecked({ radioButton, fieldValue, exportValue, buttonValue }: FormField): boolean {
  const own = radioButton === true ? buttonValue : exportValue
  return typeof fieldValue === 'string' && fieldValue !== 'Off' && (own === undefined || fieldValue === own)
}

function isWithin({ x, y }: Glyph, box: Glyph): boolean {
  return x >= box.x - 1 && x < box.x + box.advance && Math.abs(y - box.y) < box.size
}
