import { longestBackticks } from '../../code-fence.ts'

export type InlineText = ReturnType<typeof createInlineText>

interface Mark {
  delimiter: string
  /** Offset of the opening delimiter; undefined until text follows. */
  start: number | undefined
  opening: string
}

interface Link {
  attributes: Record<string, string>
  /** Number of marks open around it. */
  outerMarks: number
  /** Offset of its text; undefined until there is any. */
  start: number | undefined
}

/** Builds the inline text of one block: emphasis, links, code, and escaped text. */
export function createInlineText() {
  let text = ''
  let marks: Mark[] = []
  let closed: { start: number; end: number; opening: string } | undefined
  let link: Link | undefined
  let code: string | undefined
  let codeDepth = 0
  let breaks = ''

  return {
    add(piece: string): void {
      if (code !== undefined) code += piece
      else write(piece.replace(/[\t\n\f\r ]+/g, ' '), isStruck() ? escapeStrikethrough : escapeText)
    },
    /** Adds Markdown without escaping. */
    addRaw: (piece: string) => write(piece, (same) => same),
    /** Adds a line break, written once text follows: at either end of a block it would mean something else. */
    lineBreak(delimiter: string): void {
      if (code !== undefined) code += ' '
      else if (text.trim() !== '') breaks += delimiter
    },

    openMark(delimiter: string): void {
      marks.push({ delimiter, start: undefined, opening: delimiter })
    },
    closeMark(delimiter: string): void {
      const index = marks.findLastIndex((mark) => mark.delimiter === delimiter)
      const [mark] = index === -1 ? [] : marks.splice(index, 1)
      if (mark) writeClosing(mark)
    },

    openCode(): void {
      codeDepth += 1
      code ??= ''
    },
    closeCode(): void {
      codeDepth -= 1
      if (codeDepth === 0) writeCode()
    },

    openLink(attributes: Record<string, string>): void {
      closeLink()
      if (attributes.href !== undefined) link = { attributes, outerMarks: marks.length, start: undefined }
    },
    closeLink,
    image(attributes: Record<string, string>): void {
      if (attributes.src === undefined) return
      write(
        `![${escapeText(attributes.alt ?? '', '')}](${formatLinkTarget(attributes.src, attributes.title)})`,
        (same) => same,
      )
    },

    endsWith: (end: string) => (text.trimEnd() + breaks).endsWith(end),
    isEmpty: () => text.trim() === '' && code === undefined,
    /** Returns the text of the block and starts the next one, in which open marks continue. */
    flush(): string {
      const isInCode = code !== undefined
      writeCode()
      const open = marks
      for (const mark of open.slice(link?.outerMarks ?? 0).toReversed()) writeClosing(mark)
      closeLink()
      for (const mark of open.toReversed()) writeClosing(mark)
      const result = text.trim()
      text = ''
      breaks = ''
      closed = undefined
      if (isInCode) code = ''
      marks = open.map(({ delimiter }) => ({ delimiter, start: undefined, opening: delimiter }))
      return result
    },
  }

  function isStruck(): boolean {
    return marks.some((mark) => mark.delimiter === '~~')
  }

  function write(piece: string, escaped: (piece: string, before: string) => string): void {
    const isAtStart = text === '' || text.endsWith(' ') || breaks !== ''
    const content = isAtStart ? piece.replace(/^ +/, '') : piece
    if (content === '') return
    if (content.trim() === '') {
      text += ' '
      return
    }
    writeBreaks()
    const blank = content.startsWith(' ') ? ' ' : ''
    const words = content.slice(blank.length)
    if (blank === '') keepClosingApart(words)
    text += blank
    if (link && link.start === undefined) {
      writeMarks('[', marks.slice(0, link.outerMarks))
      if (text.endsWith('!')) text = `${text.slice(0, -1)}\\!`
      link.start = text.length
    }
    writeMarks(words, marks)
    text += escaped(words, text.at(-1) ?? '')
  }

  function writeBreaks(): void {
    if (breaks !== '') text = text.trimEnd() + breaks
    breaks = ''
  }

  function writeMarks(next: string, pending: readonly Mark[]): void {
    for (const mark of pending) {
      if (mark.start !== undefined) continue
      // Bold in bold: a second opening delimiter would close the first.
      const isNested = marks.some(
        (other) => other !== mark && other.delimiter === mark.delimiter && other.start !== undefined,
      )
      mark.opening = isNested ? '' : openingOf(mark.delimiter, next)
      mark.start = text.length
      text += mark.opening
    }
  }

  function openingOf(delimiter: string, next: string): string {
    if (!opens(delimiter, next)) return toHtmlTag(delimiter)
    // Three stars in a row are ambiguous.
    return delimiter === '*' && text.endsWith('**') ? '_' : delimiter
  }

  /** Applies CommonMark 6.2: a delimiter between a letter and punctuation does not open, nor does one right after another. */
  function opens(delimiter: string, next: string): boolean {
    const before = text.at(-1) ?? ' '
    if (closed?.end === text.length && /[*~]$/.test(text) && text.endsWith(delimiter[0] as string)) return false
    if (/^\s/.test(next)) return false
    return !(/^[\p{P}\p{S}]/u.test(next) && /[^\s\p{P}\p{S}]/u.test(before))
  }

  /** Applies the same rule to a closing delimiter once the next character is known; replaces the mark by HTML tags if needed. */
  function keepClosingApart(next: string): void {
    if (!closed || closed.end !== text.length || closed.opening.startsWith('<')) return
    const inside = text.slice(0, -closed.opening.length).at(-1) ?? ''
    const closes = closed.opening !== '_' && !/[\p{P}\p{S}]/u.test(inside)
    if (closes || !/^[^\s\p{P}\p{S}]/u.test(next)) return
    const tag = toHtmlTag(closed.opening)
    const content = text.slice(closed.start + closed.opening.length, -closed.opening.length)
    text = `${text.slice(0, closed.start)}${tag}${content}${toClosingDelimiter(tag)}`
  }

  function writeClosing(mark: Mark): void {
    if (mark.start === undefined || mark.opening === '') return
    const blank = text.endsWith(' ') ? ' ' : ''
    text = text.trimEnd() + toClosingDelimiter(mark.opening)
    closed = { start: mark.start, end: text.length, opening: mark.opening }
    mark.start = undefined
    text += blank
  }

  function writeCode(): void {
    if (code === undefined) return
    const content = code.replace(/\s+/g, ' ')
    code = undefined
    if (content === '') return
    const fence = '`'.repeat(longestBackticks(content) + 1)
    const pad = /^`|`$|^ .* $/.test(content) ? ' ' : ''
    // Two adjacent code spans would be parsed as one.
    if (text.endsWith('`')) text += ' '
    write(`${fence}${pad}${content}${pad}${fence}`, (same) => same)
  }

  function closeLink(): void {
    if (!link) return
    const { start, attributes } = link
    link = undefined
    if (start === undefined) return
    const words = text.slice(start)
    const blank = words.endsWith(' ') ? ' ' : ''
    text = `${text.slice(0, start)}[${words.trim()}](${formatLinkTarget(attributes.href ?? '', attributes.title)})${blank}`
  }
}

const htmlTags: Record<string, string> = { '**': '<strong>', '*': '<em>', _: '<em>', '~~': '<del>' }

function toHtmlTag(delimiter: string): string {
  return htmlTags[delimiter] ?? delimiter
}

function toClosingDelimiter(opening: string): string {
  return opening.startsWith('<') ? opening.replace('<', '</') : opening
}

function formatLinkTarget(href: string, title: string | undefined): string {
  const address = href.replace(/[<>\n\r]/g, encodeURIComponent)
  const shown = address === '' || /[\s()]/.test(address) ? `<${address}>` : address
  return title ? `${shown} "${title.replace(/[\\"]/g, '\\$&').replace(/\s+/g, ' ')}"` : shown
}

/** Escapes Markdown syntax. An underscore inside a word needs no escape. */
function escapeText(piece: string, before: string): string {
  return piece.replace(/[\\`*[\]<]|~(?=~)|_|&(?=#?\w+;)/g, (delimiter, at: number) => {
    if (delimiter !== '_') return `\\${delimiter}`
    const isInWord = /[\p{L}\p{N}]/u.test(piece[at - 1] ?? before) && /[\p{L}\p{N}]/u.test(piece[at + 1] ?? '')
    return isInWord ? delimiter : '\\_'
  })
}

/** Inside strikethrough a single tilde would end it, so escapes that as well. */
function escapeStrikethrough(piece: string, before: string): string {
  return escapeText(piece, before).replace(/(?<!\\)~/g, '\\~')
}
