/**
 * Renders text as Markdown, so that a CommonMark or GFM reader shows exactly this text: nothing in it becomes an image,
 * HTML, emphasis, a heading, a list, a table, or a link that hides its address. Escapes only characters that would be read
 * as markup where they stand: `snake_case` and `C#` stay as they are.
 */
export function escapeMarkdown(text: string): string {
  return text
    .split('\n')
    .map((line) => escapeLineStart(escapeInline(line.trim())))
    .join('\n')
}

/**
 * Returns the Markdown of a model with its emphasis, lists and code only. Links, images and HTML become text: a document
 * could have made the model write them.
 */
export function removeMarkdownLinks(markdown: string): string {
  const isBesideMarkup = addressMarkupFinder(markdown)
  return markdown.replace(draftMarkup, (found, codeSpanTicks: string | undefined, offset: number) => {
    if (found.startsWith('\\') || codeSpanTicks !== undefined) return found
    return isAutolinkMark(found) && !isBesideMarkup(offset) ? found : escapeEach(found)
  })
}

/** Returns the text that this Markdown shows, for outputs that don't render it. Emphasis, list markers and fences stay. */
export function unescapeMarkdown(markdown: string): string {
  let fence: string | undefined
  return markdown
    .split('\n')
    .map((line) => {
      const isWithinCode = fence !== undefined
      if (isWithinCode && line.trim() === fence) fence = undefined
      else fence ??= openingFence.exec(line)?.[1]
      if (isWithinCode || fence !== undefined) return line
      return line.replace(escapeOrCodeSpan, (found, _ticks, escaped?: string) => escaped ?? found)
    })
    .join('\n')
}

/** CommonMark 4.5. */
const openingFence = /^\s*(`{3,})[^`]*$/

/**
 * What readers turn into links without brackets (GFM, "Autolinks (extension)"), as the characters to escape. Only beside
 * markup, as in `[portal](https://…)`: its escapes could end up in the link. An address that stands alone is left as it
 * is: a link of it leads where it says, and people copy addresses out of answers.
 */
const addressMarkup = /[\\\x60*~[\]<>$]|&#?\w+;|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
const autolinkMarks = String.raw`(?<=[a-z]):(?=\/\/)|\/(?=\/)|(?<=\b(?:mailto|xmpp)):|(?<=www)\.|(?<=\S)@(?=[\p{L}\p{N}])`
/** CommonMark 6.1: a run of backticks, and the next run of the same length. */
const codeSpan = String.raw`(?<!\x60)(\x60+)(?!\x60)[^\n]*?(?<!\x60)\1(?!\x60)`
const punctuation = '[!-/:-@[-\\x60{-~]'

const inlineMarkup = new RegExp(String.raw`\\|\x60+|\*+|_+|~+|[[<&$]|${autolinkMarks}`, 'giu')
/** Escaped characters and code spans, which stay, and everything that can begin a link, an image, HTML or a fence. */
const draftMarkup = new RegExp(
  String.raw`\\${punctuation}|${codeSpan}|\x60+|\[|<(?!\s)|~{3,}|&(?=#?\w+;)|${autolinkMarks}`,
  'giu',
)
const escapeOrCodeSpan = new RegExp(String.raw`${codeSpan}|\\(${punctuation})`, 'g')
const startsWithPunctuation = new RegExp(`^${punctuation}`)

function escapeInline(line: string): string {
  const isBesideMarkup = addressMarkupFinder(line)
  return line.replace(inlineMarkup, (run, offset: number) => {
    if (isAutolinkMark(run) && !isBesideMarkup(offset)) return run
    return isMarkup(run, line[offset - 1] ?? ' ', line.slice(offset + run.length)) ? escapeEach(run) : run
  })
}

function isAutolinkMark(found: string): boolean {
  return found.length === 1 && ':/.@'.includes(found)
}

/**
 * Returns whether markup stands beside a character, with no space between. Offsets must ascend: each stretch without spaces
 * is searched once, so that a long one takes linear time.
 */
function addressMarkupFinder(text: string): (offset: number) => boolean {
  const stretches = text.matchAll(/\S+/g)
  let stretchEnd = 0
  let firstMarkupEnd = Number.POSITIVE_INFINITY
  let lastMarkupStart = -1
  return (offset) => {
    while (offset >= stretchEnd) {
      const { value: stretch, done } = stretches.next()
      if (done) return false
      const markup = [...stretch[0].matchAll(addressMarkup)]
      const [first] = markup
      stretchEnd = stretch.index + stretch[0].length
      firstMarkupEnd = first ? stretch.index + first.index + first[0].length : Number.POSITIVE_INFINITY
      lastMarkupStart = stretch.index + (markup.at(-1)?.index ?? Number.NEGATIVE_INFINITY)
    }
    return firstMarkupEnd <= offset || lastMarkupStart >= offset
  }
}

/** Tells whether a run of one character is markup where it stands; the ends of a line count as spaces. */
function isMarkup(run: string, before: string, rest: string): boolean {
  const after = rest[0] ?? ' '
  const isIsolated = /\s/.test(before) && /\s/.test(after)
  switch (run[0]) {
    case '\\':
      return rest === '' || startsWithPunctuation.test(rest)
    case '*':
      return !isIsolated
    // Emphasis by underscores begins and ends only at word boundaries.
    case '_':
      return !isIsolated && !(/[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after))
    // A single tilde after a space can only open strikethrough, and no other one is left to close it.
    case '~':
      return run.length > 1 || !/\s/.test(before)
    case '<':
      return rest === '' || !/\s/.test(after)
    case '&':
      return /^(?:#x?[0-9a-f]+|[a-z][a-z0-9]*);/i.test(rest)
    // Amounts are not formulas.
    case '$':
      return !/[\s\d]/.test(after)
    default:
      return true
  }
}

/** Escapes what makes a heading, quote, list item, break, underline or row of dashes at the start of a line. */
function escapeLineStart(line: string): string {
  if (/^(?:#{1,6}(?=\s|$)|>|[-+*](?=\s|$))/.test(line) || /^(?:=+|(?=[-:|\s]*-)[-:|\s]+|(?:[*_]\s*){3,})$/.test(line)) {
    return `\\${line}`
  }
  return line.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}

function escapeEach(run: string): string {
  return run.replace(/./g, '\\$&')
}
