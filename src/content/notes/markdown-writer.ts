import { createInlineText, longestRun } from './markdown-inline.ts'
import { createMarkdownTable } from './markdown-table.ts'

export type MarkdownWriter = ReturnType<typeof createMarkdownWriter>

/** A quote or a list item: what its lines begin with. */
interface Container {
  first: string
  rest: string
  isUsed: boolean
  kind: 'quote' | 'item' | 'none'
}

interface ListState {
  nextNumber: number | undefined
  sign: string
  hasItems: boolean
  isNested: boolean
}

/** Deeper quotes and lists are written as if they stood at this depth. */
const maxContainerDepth = 30

/** Takes the blocks of a text as they come and writes them in markdown. */
export function createMarkdownWriter() {
  const lines: string[] = []
  const containers: Container[] = []
  const lists: ListState[] = []
  const inline = createInlineText()
  const table = createMarkdownTable(inline)
  let headingLevel = 0
  let isExplicit = false
  let listing: { content: string; language: string } | undefined
  let lastList: { depth: number; isOrdered: boolean; sign: string; lines: number } | undefined

  const endBlock = (): void => {
    if (table.isOpen()) {
      table.breakLine()
      return
    }
    const text = inline.flush()
    const level = headingLevel
    const wasExplicit = isExplicit
    headingLevel = 0
    isExplicit = false
    if (text === '') return
    if (level > 0) {
      const title = text.replace(/\\\n/g, ' ').replace(/#+$/, '\\$&')
      emit([`${'#'.repeat(level)} ${title}`], false)
    } else {
      emit(text.split('\n').map(escapeLineStart), !wasExplicit && isTightItem())
    }
  }
  const enter = (container: Omit<Container, 'isUsed'>): void => {
    const isTooDeep = containers.length >= maxContainerDepth
    containers.push({ ...container, ...(isTooDeep && { first: '', rest: '' }), isUsed: false })
  }

  return {
    text(piece: string): void {
      if (listing) listing.content += piece
      else inline.add(piece)
    },
    raw: (piece: string) => inline.addRaw(piece),
    openMark: (sign: string) => (listing ? undefined : inline.openMark(sign)),
    closeMark: (sign: string) => (listing ? undefined : inline.closeMark(sign)),
    openLink: (attributes: Record<string, string>) => (listing ? undefined : inline.openLink(attributes)),
    closeLink: () => inline.closeLink(),
    image: (attributes: Record<string, string>) => inline.image(attributes),
    openCode(className: string | undefined): void {
      const language = /(?:^|\s)language-([\w+#.-]+)/.exec(className ?? '')?.[1]
      if (!listing) inline.openCode()
      else if (language && listing.content === '') listing.language = language
    },
    closeCode: () => (listing ? undefined : inline.closeCode()),
    lineBreak(): void {
      if (listing) listing.content += '\n'
      else inline.lineBreak(table.isOpen() ? '<br>' : '\\\n')
    },

    endBlock,
    startParagraph(): void {
      endBlock()
      isExplicit = true
    },
    startHeading(level: number): void {
      endBlock()
      headingLevel = level
    },
    rule(): void {
      endBlock()
      if (!table.isOpen()) emit(['---'], false)
    },

    isInCodeBlock: () => listing !== undefined,
    openCodeBlock(): void {
      endBlock()
      listing = { content: '', language: '' }
    },
    closeCodeBlock(): void {
      if (!listing) return
      const { content, language } = listing
      listing = undefined
      if (table.isOpen()) {
        inline.openCode()
        inline.add(content)
        inline.closeCode()
        return
      }
      const fence = '`'.repeat(Math.max(3, longestRun(content, '`') + 1))
      const body = content.replace(/^\r?\n|\r?\n$/g, '').split(/\r?\n/)
      emit([`${fence}${language}`, ...body, fence], false)
    },

    openQuote(): void {
      endBlock()
      enter({ kind: 'quote', first: '> ', rest: '> ' })
    },
    closeQuote(): void {
      endBlock()
      if (containers.at(-1)?.kind === 'quote') containers.pop()
    },

    openList(start: number | undefined): void {
      endBlock()
      const isOrdered = start !== undefined
      const depth = containers.length
      const isNextToOne =
        lastList?.lines === lines.length && lastList.depth === depth && lastList.isOrdered === isOrdered
      const [usual, other] = isOrdered ? ['.', ')'] : ['-', '*']
      // Two lists in a row with one sign would be one list.
      const sign = isNextToOne && lastList?.sign === usual ? other : usual
      const isNested = containers.at(-1)?.kind === 'item'
      lists.push({ nextNumber: start, sign: sign as string, hasItems: false, isNested })
    },
    openItem(): void {
      endBlock()
      const list = lists.at(-1)
      const marker =
        list?.nextNumber === undefined ? `${list?.sign ?? '-'} ` : `${list.nextNumber++}${list.sign} `
      enter({ kind: 'item', first: marker, rest: ' '.repeat(marker.length) })
    },
    closeItem(): void {
      endBlock()
      const item = containers.at(-1)
      if (item?.kind !== 'item') return
      if (!item.isUsed && !table.isOpen()) emit([''], isTightItem())
      containers.pop()
      const list = lists.at(-1)
      if (list) list.hasItems = true
    },
    closeList(): void {
      endBlock()
      const list = lists.pop()
      if (!list) return
      lastList = {
        depth: containers.length,
        isOrdered: list.nextNumber !== undefined,
        sign: list.sign,
        lines: lines.length,
      }
    },

    openTable(): void {
      endBlock()
      table.open()
    },
    startRow: () => table.startRow(),
    startCell: (attributes: Record<string, string>) => table.startCell(attributes),
    endCell: () => table.endCell(),
    endRow: () => table.endRow(),
    closeTable(): void {
      const rows = table.close()
      if (rows.length > 0) emit(rows, false)
    },

    finish(): string {
      while (table.isOpen()) this.closeTable()
      this.closeCodeBlock()
      endBlock()
      return lines.length === 0 ? '' : `${lines.join('\n')}\n`
    },
  }

  function emit(block: string[], isTight: boolean): void {
    if (lines.length > 0 && !isTight) {
      const used = containers.filter((container) => container.isUsed)
      lines.push(
        used
          .map((container) => container.rest)
          .join('')
          .trimEnd(),
      )
    }
    for (const line of block) {
      const prefix = containers
        .map((container) => {
          const start = container.isUsed ? container.rest : container.first
          container.isUsed = true
          return start
        })
        .join('')
      lines.push(line === '' ? prefix.trimEnd() : prefix + line)
    }
  }

  /** Plain words of an item follow the item before, or the words above them, without a blank line. */
  function isTightItem(): boolean {
    const item = containers.at(-1)
    const list = lists.at(-1)
    return item?.kind === 'item' && !item.isUsed && list !== undefined && (list.hasItems || list.isNested)
  }
}

/** What would begin a heading, a list, a quote or a rule at the start of a line. */
function escapeLineStart(line: string): string {
  return line
    .replace(/^(?=#{1,6}(?:\s|$)|[-+](?:\s|$)|>|=+\s*$|-[-\s]*$)/, '\\')
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\')
}
