/** What separates a unit from the text before it. */
export type Gap = 'space' | 'line' | 'paragraph'

/** A part of a model's text that is verified, or kept with another part, as a whole. */
export type DraftUnit = DraftSentence | DraftHeading | DraftTableHeader | DraftRow | DraftCode

export interface DraftSentence {
  kind: 'sentence'
  text: string
  /** The passage numbers that the model cites. */
  numbers: number[]
  gap: Gap
  /** The list item that it belongs to. */
  item?: ItemMark
}

export interface ItemMark {
  indent: number
  /** The number of an item of a numbered list. */
  number: number | undefined
  /** The sentence starts the item; otherwise it continues one. */
  isStart: boolean
}

export interface DraftHeading {
  kind: 'heading'
  text: string
  level: number
  gap: Gap
}

export interface DraftTableHeader {
  kind: 'table-header'
  cells: string[]
  gap: Gap
}

export interface DraftRow {
  kind: 'row'
  cells: string[]
  numbers: number[]
  gap: Gap
}

export interface DraftCode {
  kind: 'code'
  /** The name of the language after the fence. */
  info: string
  text: string
  gap: Gap
}
