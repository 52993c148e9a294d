import type { Box } from './geometry.ts'

/** A line of text, reduced to what decides its role. */
export interface TextLine extends Box {
  text: string
  size: number
  bold: boolean
  italic: boolean
  monospace: boolean
  underlined: boolean
}

export interface Paragraph extends Box {
  kind: 'paragraph'
  lines: TextLine[]
  /** The column that it stands in. */
  column: { left: number; right: number }
  /** Footnotes are read after the text of their page. */
  footnote?: boolean
}

export interface Heading {
  kind: 'heading'
  level: number
  /** It stands out by its size, not only by its weight. */
  large: boolean
  lines: TextLine[]
}

export interface ListItem {
  kind: 'item'
  /** Undefined for bullets. */
  number?: number
  lines: TextLine[]
}

export interface Table {
  kind: 'table'
  /** Rows of cells; a cell is its lines. */
  rows: string[][][]
  /** The file says that the first row names the columns. */
  hasHeader?: boolean
}

export interface Code {
  kind: 'code'
  lines: TextLine[]
}

export type Block = Paragraph | Heading | ListItem | Table | Code

export interface PageBlocks {
  number: number
  blocks: Block[]
}
