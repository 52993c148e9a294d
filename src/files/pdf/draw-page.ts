import type { PDFPageProxy } from 'unpdf/pdfjs'
import { apply, identity, type Matrix, multiply } from './geometry.ts'
import { type FontStyle, type Glyph, type PageContent, pageLimits } from './page-content.ts'
import { rulesOfPath } from './rules.ts'

/** The parts of pdf.js that the interpreter needs. */
export interface PdfOperators {
  OPS: Record<string, number>
}

/** Says whether an optional layer is shown. */
export interface Layers {
  isVisible(group: unknown): boolean
}

interface DrawnGlyph {
  unicode: string
  width: number
  isSpace: boolean
  vmetric?: [number, number, number]
}

interface DrawnFont {
  name?: string
  bold?: boolean
  black?: boolean
  italic?: boolean
  fallbackName?: string
  vertical?: boolean
  defaultVMetrics?: [number, number, number]
  isType3Font?: boolean
  fontMatrix?: number[]
  bbox?: number[]
}

/** In font sizes. */
const maxLetterSpacing = 0.6
/** Text further outside the page, in points, is cropped: the other page of a spread, print marks. */
const pageMargin = 4

interface TextState {
  matrix: Matrix
  font?: DrawnFont & { style: FontStyle }
  fontSize: number
  charSpacing: number
  wordSpacing: number
  horizontalScale: number
  leading: number
  rise: number
}

/**
 * Interprets the drawing operators of a page and returns its glyphs and rules. The text extraction of pdf.js is not
 * used: it hides font weight and rules, reverses ligatures in right-to-left text, and would parse every page twice.
 */
export async function drawPage(page: PDFPageProxy, { OPS }: PdfOperators, layers: Layers): Promise<PageContent> {
  const viewport = page.getViewport({ scale: 1 })
  const list = await page.getOperatorList()
  const content: PageContent = { width: viewport.width, height: viewport.height, glyphs: [], rules: [] }
  const base = viewport.transform as unknown as Matrix
  const stack: TextState[] = []
  const marked: { artifact: boolean; hidden: boolean; contentId?: number }[] = []
  const fonts = new Map<string, DrawnFont & { style: FontStyle }>()
  let state: TextState = {
    matrix: base,
    fontSize: 0,
    charSpacing: 0,
    wordSpacing: 0,
    horizontalScale: 1,
    leading: 0,
    rise: 0,
  }
  let textMatrix = identity
  let x = 0
  let y = 0
  let lineX = 0
  let lineY = 0

  const save = () => stack.push({ ...state })
  const restore = () => {
    state = stack.pop() ?? state
  }
  const transform = (matrix: Matrix | null) => {
    if (matrix) state.matrix = multiply(state.matrix, matrix)
  }
  const moveText = (dx: number, dy: number) => {
    lineX += dx
    lineY += dy
    x = lineX
    y = lineY
  }
  const startText = (matrix: Matrix) => {
    textMatrix = matrix
    x = y = lineX = lineY = 0
  }
  const setFont = (name: string, size: number) => {
    let font = fonts.get(name)
    if (!font) {
      font = describeFont(page, name)
      fonts.set(name, font)
    }
    state.font = font
    state.fontSize = size
  }
  const openMark = (tag: string, properties: unknown) => {
    const outer = marked.at(-1)
    const contentId = typeof properties === 'number' ? properties : outer?.contentId
    marked.push({
      artifact: outer?.artifact || tag === 'Artifact',
      hidden: outer?.hidden || (tag === 'OC' && !layers.isVisible(properties)),
      ...(contentId === undefined ? {} : { contentId }),
    })
  }

  const showText = (glyphs: (DrawnGlyph | number | null)[]) => {
    const { font, fontSize } = state
    const mark = marked.at(-1)
    if (!font || fontSize === 0) return
    const scale = font.isType3Font ? Math.abs(font.fontMatrix?.[0] ?? 0.001) : (font.fontMatrix?.[0] ?? 0.001)
    const whole = multiply(state.matrix, textMatrix)
    const along = Math.hypot(whole[0], whole[1])
    const across = along === 0 ? 0 : Math.abs(whole[0] * whole[3] - whole[1] * whole[2]) / along
    const size = Math.abs(fontSize) * across * typeSize(font)
    const turn = quarterTurn(whole, fontSize)
    for (const glyph of glyphs) {
      if (glyph === null) continue
      if (typeof glyph === 'number') {
        if (font.vertical) y -= (glyph * fontSize) / 1000
        else x -= ((glyph * fontSize) / 1000) * state.horizontalScale
        continue
      }
      const spacing = (glyph.isSpace ? state.wordSpacing : 0) + state.charSpacing
      // Wide letter spacing is a gap: some programs step from column to column with it.
      const gap = spacing > maxLetterSpacing * Math.abs(fontSize) ? spacing : 0
      if (font.vertical) {
        const metrics = glyph.vmetric ?? font.defaultVMetrics
        const length = (metrics ? Math.abs(metrics[0]) : 1000) * scale * fontSize + spacing
        if (!mark?.hidden) add(glyph, x, y, (length - gap) * across)
        y -= length
      } else {
        const width = (glyph.width * scale * fontSize + spacing) * state.horizontalScale
        if (!mark?.hidden) add(glyph, x, y + state.rise, Math.abs(width - gap * state.horizontalScale) * along)
        x += width
      }
    }

    function add(glyph: DrawnGlyph, glyphX: number, glyphY: number, advance: number): void {
      if (content.glyphs.length >= pageLimits.glyphs) return
      const [left, baseline] = apply(whole, glyphX, glyphY)
      if (!isOnPage(left, baseline) || !Number.isFinite(advance)) return
      content.glyphs.push({
        text: glyph.unicode,
        x: left,
        y: baseline,
        advance,
        size,
        turn,
        vertical: font?.vertical === true,
        style: (font as { style: FontStyle }).style,
        artifact: mark?.artifact === true,
        ...(mark?.contentId === undefined ? {} : { contentId: mark.contentId }),
      } satisfies Glyph)
    }
  }

  const isOnPage = (left: number, top: number) =>
    left > -pageMargin && left < content.width + pageMargin && top > -pageMargin && top < content.height + pageMargin

  const drawPath = (operation: number, path: ArrayLike<number> | undefined) => {
    if (!path || operation === OPS.endPath || content.rules.length >= pageLimits.rules) return
    const filledOnly = operation === OPS.fill || operation === OPS.eoFill
    content.rules.push(...rulesOfPath(path, state.matrix, !filledOnly))
  }

  // Arguments come untyped from pdf.js; each handler names those of its operator (see PDF 32000-1, annex A).
  const handlers: Record<string, (args: never) => void> = {
    save,
    restore,
    transform,
    paintFormXObjectBegin: ([matrix]: [Matrix | null]) => {
      save()
      transform(matrix)
    },
    paintFormXObjectEnd: restore,
    beginAnnotation: ([, , matrix, inner]: [string, unknown, Matrix | null, Matrix | null]) => {
      save()
      state.matrix = base
      transform(matrix)
      transform(inner)
    },
    endAnnotation: restore,
    setGState: ([entries]: [[string, unknown][]]) => {
      for (const [key, value] of entries) if (key === 'Font') setFont(...(value as [string, number]))
    },
    beginText: () => startText(identity),
    setTextMatrix: (args: Matrix | [Matrix]) => startText(args.length === 1 ? args[0] : args),
    moveText: ([dx, dy]: [number, number]) => moveText(dx, dy),
    setLeading: ([leading]: [number]) => {
      state.leading = -leading
    },
    setLeadingMoveText: ([dx, dy]: [number, number]) => {
      state.leading = dy
      moveText(dx, dy)
    },
    nextLine: () => moveText(0, state.leading),
    setFont: ([name, size]: [string, number]) => setFont(name, size),
    setCharSpacing: ([spacing]: [number]) => {
      state.charSpacing = spacing
    },
    setWordSpacing: ([spacing]: [number]) => {
      state.wordSpacing = spacing
    },
    setHScale: ([percent]: [number]) => {
      state.horizontalScale = percent / 100
    },
    setTextRise: ([rise]: [number]) => {
      state.rise = rise
    },
    showText: ([glyphs]: [(DrawnGlyph | number | null)[]]) => showText(glyphs),
    beginMarkedContent: ([tag]: [string]) => openMark(tag, undefined),
    beginMarkedContentProps: ([tag, properties]: [string, unknown]) => openMark(tag, properties),
    endMarkedContent: () => marked.pop(),
    constructPath: ([operation, data]: [number, (ArrayLike<number> | undefined)[]?]) => drawPath(operation, data?.[0]),
  }
  const byNumber = new Map(Object.entries(handlers).map(([name, handler]) => [OPS[name], handler]))
  list.fnArray.forEach((operator, index) => {
    byNumber.get(operator)?.((list.argsArray[index] ?? []) as never)
  })
  return content
}

function describeFont(page: PDFPageProxy, id: string): DrawnFont & { style: FontStyle } {
  const font: DrawnFont = page.commonObjs.has(id) ? page.commonObjs.get(id) : {}
  const name = (font.name ?? '').replace(/^[A-Z]{6}\+/, '')
  return {
    // A copy: fonts of pdf.js have getters on their prototype.
    ...(font.vertical ? { vertical: true } : {}),
    ...(font.defaultVMetrics ? { defaultVMetrics: font.defaultVMetrics } : {}),
    ...(font.isType3Font ? { isType3Font: true } : {}),
    ...(font.fontMatrix ? { fontMatrix: font.fontMatrix } : {}),
    ...(font.bbox ? { bbox: font.bbox } : {}),
    style: {
      name,
      bold:
        font.bold === true || font.black === true || /bold|black|heavy|semibold|demi|CMBX|(?:Medi|-B|,B)$/i.test(name),
      italic: font.italic === true || /ital|obliq|slant|CMTI|CMSL/i.test(name),
      monospace: font.fallbackName === 'monospace' || /mono|courier|consol|typewriter|CMTT|menlo/i.test(name),
    },
  }
}

/** Returns the height of a line relative to the font size; Type 3 fonts choose their own units. */
function typeSize(font: DrawnFont): number {
  if (!font.isType3Font || !font.bbox || !font.fontMatrix) return 1
  const height = ((font.bbox[3] ?? 0) - (font.bbox[1] ?? 0)) * Math.abs(font.fontMatrix[3] ?? 0.001)
  return height > 0 ? height * 0.85 : 1
}

function quarterTurn(matrix: Matrix, fontSize: number): Glyph['turn'] {
  const degrees = (Math.atan2(matrix[1], matrix[0]) * 180) / Math.PI + (fontSize < 0 ? 180 : 0)
  const turns = Math.round(degrees / 90)
  if (Math.abs(degrees - turns * 90) > 10) return undefined
  return (((turns % 4) + 4) % 4) as Glyph['turn']
}
