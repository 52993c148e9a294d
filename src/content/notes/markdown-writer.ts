import { codeFence } from '../../code-fence.ts'
import { createInlineText } from './markdown-inline.ts'
import { createMarkdownTable } from './markdown-table.ts'

export type MarkdownWriter = ReturnType<typeof createMarkdownWriter>

/** A quote or list item, with the prefixes of its lines. */
interface Container {
  firstPrefix: string
  nextPrefix: string
  isUsed: boolean
  kind: 'quote' | 'item'
}

interface ListState {
  /** Undefined for a bullet list. */
  nextNumber: number | undefined
  marker: string
  hasItems: boolean
  isNested: boolean
}

/** Deeper quotes and lists are written at this depth. */
const maxContainerDepth = 30

/** Writes a stream of blocks and inline text as Markdown. */
export function createMarkdownWriter() {
  const lines: string[] = []
  const containers: Container[] = []
  const lists: ListState[] = []
  const inline = createInlineText()
  const table = createMarkdownTable(inline)
  let headingLevel = 0
  let isParagraph = false
  let codeBlock: { content: string; language: string } | undefined
  let lastList: { depth: number; isOrdered: boolean; marker: string; lines: number } | undefined

  const endBlock = (): void => {
    if (table.isOpen()) {
      table.breakLine()
      return
    }
    const text = inline.flush()
    const level = headingLevel
    const wasParagraph = isParagraph
    headingLevel = 0
    isParagraph = false
    if (text === '') return
    if (level > 0) {
      const title = text.replace(/\\\n/g, ' ').replace(/(?<!#)#+$/, '\\$&')
      emit([`${'#'.repeat(level)} ${title}`], false)
    } else {
      emit(text.split('\n').map(escapeLineStart), !wasParagraph && isTightItem())
    }
  }
  const enter = (container: Omit<Container, 'isUsed'>): void => {
    const isTooDeep = containers.length >= maxContainerDepth
    containers.push({ ...container, ...(isTooDeep && { firstPrefix: '', nextPrefix: '' }), isUsed: false })
  }

  return {
    text(piece: string): void {
      if (codeBlock) codeBlock.content += piece
      else inline.add(piece)
    },
    raw: (piece: string) => inline.addRaw(piece),
    openMark: (delimiter: string) => (codeBlock ? undefined : inline.openMark(delimiter)),
    closeMark: (delimiter: string) => (codeBlock ? undefined : inline.closeMark(delimiter)),
    openLink: (attributes: Record<string, string>) => (codeBlock ? undefined : inline.openLink(attributes)),
    closeLink: () => inline.closeLink(),
    image: (attributes: Record<string, string>) => inline.image(attributes),
    openCode(className: string | undefined): void {
      const language = /(?:^|\s)language-([\w+#.-]+)/.exec(className ?? '')?.[1]
      if (!codeBlock) inline.openCode()
      else if (language && codeBlock.content === '') codeBlock.language = language
    },
    closeCode: () => (codeBlock ? undefined : inline.closeCode()),
    lineBreak(): void {
      if (codeBlock) codeBlock.content += '\n'
      else inline.lineBreak(table.isOpen() ? '<br>' : '\\\n')
    },

    endBlock,
    startParagraph(): void {
      endBlock()
      isParagraph = true
    },
    startHeading(level: number): void {
      endBlock()
      headingLevel = level
    },
    rule(): void {
      endBlock()
      if (!table.isOpen()) emit(['---'], false)
    },

    isInCodeBlock: () => codeBlock !== undefined,
    openCodeBlock(): void {
      endBlock()
      codeBlock = { content: '', language: '' }
    },
    closeCodeBlock(): void {
      if (!codeBlock) return
      const { content, language } = codeBlock
      codeBlock = undefined
      if (table.isOpen()) {
        inline.openCode()
        inline.add(content)
        inline.closeCode()
        return
      }
      const fence = codeFence(content)
      const body = content.replace(/^\r?\n|\r?\n$/g, '').split(/\r?\n/)
      emit([`${fence}${language}`, ...body, fence], false)
    },

    openQuote(): void {
      endBlock()
      enter({ kind: 'quote', firstPrefix: '> ', nextPrefix: '> ' })
    },
    closeQuote(): void {
      endBlock()
      if (containers.at(-1)?.kind === 'quote') containers.pop()
    },

    openList(start: number | undefined): void {
      endBlock()
      const isOrdered = start !== undefined
      const depth = containers.length
      const followsList =
        lastList?.lines === lines.length && lastList.depth === depth && lastList.isOrdered === isOrdered
      const [usual, alternative] = isOrdered ? (['.', ')'] as const) : (['-', '*'] as const)
      // Two adjacent lists with the same marker would be parsed as one.
      const marker = followsList && lastList?.marker === usual ? alternative : usual
      const isNested = containers.at(-1)?.kind === 'item'
      lists.push({ nextNumber: start, marker, hasItems: false, isNested })
    },
    openItem(): void {
      endBlock()
      const list = lists.at(-1)
      const marker = list?.nextNumber === undefined ? `${list?.marker ?? '-'} ` : `${list.nextNumber++}${list.marker} `
      enter({ kind: 'item', firstPrefix: marker, nextPrefix: ' '.repeat(marker.length) })
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
        marker: list.marker,
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
          .map((container) => container.nextPrefix)
          .join('')
          .trimEnd(),
      )
    }
    for (const line of block) {
      const prefix = containers
        .map((container) => {
          const linePrefix = container.isUsed ? container.nextPrefix : container.firstPrefix
          container.isUsed = true
          return linePrefix
        })
        .join('')
      lines.push(line === '' ? prefix.trimEnd() : prefix + line)
    }
  }

  /** Returns whether the block is plain text of a list item, which follows the previous line without a blank line. */
  function isTightItem(): boolean {
    const item = containers.at(-1)
    const list = lists.at(-1)
    return item?.kind === 'item' && !item.isUsed && list !== undefined && (list.hasItems || list.isNested)
  }
}

/** Escapes characters that would begin a heading, list, quote or rule at the start of a line. */
function escapeLineStart(line: string): string {
  return line
    .replace(/^(?=#{1,6}(?:\s|$)|[-+](?:\s|$)|>|=+\s*$|-[-\s]*$)/, '\\')
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\')
}
