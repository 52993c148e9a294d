export type InlineText = ReturnType<typeof createInlineText>

interface Mark {
  sign: string
  /** Where its opening stands; undefined while only blanks have followed it. */
  start: number | undefined
  opening: string
}

/** One block's running text in markdown: emphasis, links, code, and everything that must be escaped between them. */
export function createInlineText() {
  let text = ''
  let marks: Mark[] = []
  let closed: { start: number; end: number; opening: string } | undefined
  let link: { start: number; attributes: Record<string, string> } | undefined
  let code: string | undefined

  return {
    add(piece: string): void {
      if (code !== undefined) code += piece
      else write(piece.replace(/[\t\n\f\r ]+/g, ' '), escapeText)
    },
    /** Markdown as it is. */
    addRaw: (piece: string) => write(piece, (same) => same),
    lineBreak(sign: string): void {
      text = `${text.trimEnd()}${sign}`
    },

    openMark(sign: string): void {
      marks.push({ sign, start: undefined, opening: sign })
    },
    closeMark(sign: string): void {
      const index = marks.findLastIndex((mark) => mark.sign === sign)
      const [mark] = index === -1 ? [] : marks.splice(index, 1)
      if (mark) writeClosing(mark)
    },

    openCode(): void {
      code = ''
    },
    closeCode(): void {
      if (code === undefined) return
      const content = code.replace(/\s+/g, ' ')
      code = undefined
      if (content === '') return
      const fence = '`'.repeat(longestRun(content, '`') + 1)
      const pad = /^`|`$|^ .* $/.test(content) ? ' ' : ''
      write(`${fence}${pad}${content}${pad}${fence}`, (same) => same)
    },

    openLink(attributes: Record<string, string>): void {
      closeLink()
      if (attributes.href === undefined) return
      writeMarks('[')
      if (text.endsWith('!')) text = `${text.slice(0, -1)}\\!`
      link = { start: text.length, attributes }
    },
    closeLink,
    image(attributes: Record<string, string>): void {
      if (attributes.src === undefined) return
      write(
        `![${escapeText(attributes.alt ?? '', '')}](${target(attributes.src, attributes.title)})`,
        (same) => same,
      )
    },

    endsWith: (end: string) => text.trimEnd().endsWith(end),
    isEmpty: () => text.trim() === '' && code === undefined,
    /** The block's text; what is still open goes on in the next block. */
    take(): string {
      closeLink()
      const open = marks
      for (const mark of open.toReversed()) writeClosing(mark)
      const taken = text
        .trim()
        .replace(/(?:\\\n)+$/, '')
        .trimEnd()
      text = ''
      closed = undefined
      marks = open.map(({ sign }) => ({ sign, start: undefined, opening: sign }))
      return taken
    },
  }

  function write(piece: string, escaped: (piece: string, before: string) => string): void {
    const isAtStart = text === '' || /[ \n]$/.test(text)
    const content = isAtStart ? piece.replace(/^ +/, '') : piece
    if (content === '') return
    if (content.trim() === '') {
      text += ' '
      return
    }
    const blank = content.startsWith(' ') ? ' ' : ''
    const words = content.slice(blank.length)
    if (blank === '') keepClosingApart(words)
    text += blank
    writeMarks(words)
    text += escaped(words, text.at(-1) ?? '')
  }

  function writeMarks(next: string): void {
    for (const mark of marks) {
      if (mark.start !== undefined) continue
      // A sign twice over (bold in bold) would end what it should begin.
      const isNested = marks.some(
        (other) => other !== mark && other.sign === mark.sign && other.start !== undefined,
      )
      mark.opening = isNested ? '' : opens(mark.sign, next) ? mark.sign : asTag(mark.sign)
      mark.start = text.length
      text += mark.opening
    }
  }

  /** CommonMark 6.2: a sign between a letter and punctuation opens nothing, one right behind another is not read apart. */
  function opens(sign: string, next: string): boolean {
    const before = text.at(-1) ?? ' '
    if (closed?.end === text.length && /[*~]$/.test(text) && text.endsWith(sign[0] as string)) return false
    return !(/[\p{P}\p{S}]/u.test(next[0] ?? ' ') && /[^\s\p{P}\p{S}]/u.test(before))
  }

  /** The same at the other end, where the next letter decides. */
  function keepClosingApart(next: string): void {
    if (!closed || closed.end !== text.length || closed.opening.startsWith('<')) return
    const inside = text.slice(0, -closed.opening.length).at(-1) ?? ''
    if (!/[\p{P}\p{S}]/u.test(inside) || !/^[^\s\p{P}\p{S}]/u.test(next)) return
    const tag = asTag(closed.opening)
    const content = text.slice(closed.start + closed.opening.length, -closed.opening.length)
    text = `${text.slice(0, closed.start)}${tag}${content}${asClosing(tag)}`
  }

  function writeClosing(mark: Mark): void {
    if (mark.start === undefined || mark.opening === '') return
    const blank = text.endsWith(' ') ? ' ' : ''
    text = text.trimEnd() + asClosing(mark.opening)
    closed = { start: mark.start, end: text.length, opening: mark.opening }
    text += blank
  }

  function closeLink(): void {
    if (!link) return
    const { start, attributes } = link
    link = undefined
    const words = text.slice(start).trim()
    const href = attributes.href ?? ''
    text = `${text.slice(0, start)}${words === '' ? '' : `[${words}](${target(href, attributes.title)})`}`
  }
}

const tags: Record<string, string> = { '**': '<strong>', '*': '<em>', '~~': '<del>' }

function asTag(sign: string): string {
  return tags[sign] ?? sign
}

function asClosing(opening: string): string {
  return opening.startsWith('<') ? opening.replace('<', '</') : opening
}

function target(href: string, title: string | undefined): string {
  const address = href.replace(/[<>\n\r]/g, encodeURIComponent)
  const shown = address === '' || /[\s()]/.test(address) ? `<${address}>` : address
  return title ? `${shown} "${title.replace(/[\\"]/g, '\\$&').replace(/\s+/g, ' ')}"` : shown
}

/** What would be read as markdown, made to be read as itself. An underscore inside a word is none. */
function escapeText(piece: string, before: string): string {
  return piece.replace(/[\\`*[\]<]|~(?=~)|_|&(?=#?\w+;)/g, (sign, at: number) => {
    if (sign !== '_') return `\\${sign}`
    const isInWord =
      /[\p{L}\p{N}]/u.test(piece[at - 1] ?? before) && /[\p{L}\p{N}]/u.test(piece[at + 1] ?? '')
    return isInWord ? sign : '\\_'
  })
}

export function longestRun(content: string, sign: string): number {
  let longest = 0
  let run = 0
  for (const character of content) {
    run = character === sign ? run + 1 : 0
    if (run > longest) longest = run
  }
  return longest
}
