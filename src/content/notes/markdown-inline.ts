export type InlineText = ReturnType<typeof createInlineText>

interface Mark {
  delimiter: string
  /** Where its opening stands; undefined while only blanks have followed it. */
  start: number | undefined
  opening: string
}

interface Link {
  attributes: Record<string, string>
  /** How many marks were open around it. */
  outerMarks: number
  /** Where its words begin; undefined while there are none. */
  start: number | undefined
}

/** One block's running text in markdown: emphasis, links, code, and everything that must be escaped between them. */
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
    /** Markdown as it is. */
    addRaw: (piece: string) => write(piece, (same) => same),
    /** Written once something follows: at either end of a block it would be read as something else. */
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
    /** The block's text; what is still open goes on in the next block. */
    flush(): string {
      const isInCode = code !== undefined
      writeCode()
      const open = marks
      for (const mark of open.slice(link?.outerMarks ?? 0).toReversed()) writeClosing(mark)
      closeLink()
      for (const mark of open.toReversed()) writeClosing(mark)
      const taken = text.trim()
      text = ''
      breaks = ''
      closed = undefined
      if (isInCode) code = ''
      marks = open.map(({ delimiter }) => ({ delimiter, start: undefined, opening: delimiter }))
      return taken
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

  function writeMarks(next: string, wanted: readonly Mark[]): void {
    for (const mark of wanted) {
      if (mark.start !== undefined) continue
      // A delimiter twice over (bold in bold) would end what it should begin.
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
    // Of three stars in a row nobody can tell which ends first.
    return delimiter === '*' && text.endsWith('**') ? '_' : delimiter
  }

  /** CommonMark 6.2: a delimiter between a letter and punctuation opens nothing, one right behind another is not read apart. */
  function opens(delimiter: string, next: string): boolean {
    const before = text.at(-1) ?? ' '
    if (closed?.end === text.length && /[*~]$/.test(text) && text.endsWith(delimiter[0] as string))
      return false
    if (/^\s/.test(next)) return false
    return !(/^[\p{P}\p{S}]/u.test(next) && /[^\s\p{P}\p{S}]/u.test(before))
  }

  /** The same at the other end, where the next letter decides. */
  function keepClosingApart(next: string): void {
    if (!closed || closed.end !== text.length || closed.opening.startsWith('<')) return
    const inside = text.slice(0, -closed.opening.length).at(-1) ?? ''
    const isRead = closed.opening !== '_' && !/[\p{P}\p{S}]/u.test(inside)
    if (isRead || !/^[^\s\p{P}\p{S}]/u.test(next)) return
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
    const fence = '`'.repeat(longestRun(content, '`') + 1)
    const pad = /^`|`$|^ .* $/.test(content) ? ' ' : ''
    // Two codes without anything between them would be read as one.
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

/** What would be read as markdown, made to be read as itself. An underscore inside a word is none. */
function escapeText(piece: string, before: string): string {
  return piece.replace(/[\\`*[\]<]|~(?=~)|_|&(?=#?\w+;)/g, (delimiter, at: number) => {
    if (delimiter !== '_') return `\\${delimiter}`
    const isInWord =
      /[\p{L}\p{N}]/u.test(piece[at - 1] ?? before) && /[\p{L}\p{N}]/u.test(piece[at + 1] ?? '')
    return isInWord ? delimiter : '\\_'
  })
}

/** Between the signs of struck words one of them alone would end too early. */
function escapeStrikethrough(piece: string, before: string): string {
  return escapeText(piece, before).replace(/(?<!\\)~/g, '\\~')
}

export function longestRun(content: string, delimiter: string): number {
  let longest = 0
  let run = 0
  for (const character of content) {
    run = character === delimiter ? run + 1 : 0
    if (run > longest) longest = run
  }
  return longest
}
