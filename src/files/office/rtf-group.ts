/** What the text of a group is for. */
export type RtfDestination =
  | 'text'
  | 'fonts'
  | 'styles'
  | 'marker'
  | 'title'
  | 'changed'
  /** Text means nothing, but groups within can have a destination of their own. */
  | 'none'
  | 'skipped'

/** Formatting that ends with its group. */
export interface RtfGroup {
  destination: RtfDestination
  font: number | undefined
  isBold: boolean
  isHidden: boolean
  isDeleted: boolean
  isStruck: boolean
  /** In half points. */
  size: number
  /** Characters behind \u that stand for it in older programs. */
  fallbackLength: number
  /** The group began with \*: unknown destinations are skipped. */
  isOptional: boolean
  /** What the end of the group ends. */
  ends?: 'footnote' | 'shape'
}

export const defaultSize = 24

/** Destinations by their control word; words that are not here are no destination, or are skipped if they are optional. */
export const destinations: ReadonlyMap<string, RtfDestination> = new Map<string, RtfDestination>([
  ['fonttbl', 'fonts'],
  ['stylesheet', 'styles'],
  ['listtext', 'marker'],
  ['pntext', 'marker'],
  ['title', 'title'],
  ['footnote', 'text'],
  ['shptxt', 'text'],
  ['dptxbxtext', 'text'],
  ['result', 'text'],
  ['fldrslt', 'text'],
  ['revtim', 'changed'],
  ['info', 'none'],
  ['upr', 'none'],
  ['ud', 'none'],
  ['shpinst', 'none'],
  ['object', 'none'],
  ['nesttableprops', 'none'],
  ...`colortbl header headerl headerr headerf footer footerl footerr footerf ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn
  fldinst pict nonshppict shprslt objdata listtable listoverridetable revtbl rsidtbl filetbl themedata datastore xe tc
  bkmkstart bkmkend generator annotation atnid atnauthor atndate atnref nonesttables template operator author company
  manager keywords doccomm subject category comment hlinkbase pn pnseclvl xmlnstbl mmathPr sn sv do panose falt
  private creatim printim buptim colorschememapping latentstyles defchp defpap background`
    .split(/\s+/)
    .map((word): [string, RtfDestination] => [word, 'skipped']),
])

/** Characters that have a control word. */
export const namedCharacters: ReadonlyMap<string, string> = new Map([
  ['tab', ' '],
  ['~', '\u00a0'],
  ['_', '-'],
  ['-', ''],
  ['emdash', '—'],
  ['endash', '–'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
  ['emspace', ' '],
  ['enspace', ' '],
  ['qmspace', ' '],
])
