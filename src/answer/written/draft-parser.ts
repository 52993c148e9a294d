import { cleanText } from '../../ingest/clean-text.ts'
import { splitSentences } from '../../ingest/sentences.ts'
import { moveCitationsBeforePunctuation, outsideCode, readCitations } from './model-citations.ts'

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
  /** The list item that it belongs to; it starts the item unless it continues one. */
  item?: { indent: number; number: number | undefined; isStart: boolean }
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

const itemMarker = /^(\s*)(?:[-*•+]|(\d{1,3})[.)])\s+(?:\[[ xX]\]\s+)?/
const fence = /^(\s*)(?:`{3,}|~{3,})\s*([\w+-]*)\s*$/
/** What a footnote stands for, below the answer: the mark of its place is enough. */
const footnote = /^\s*\\?\[\^\w{1,8}\\?\]:/

/**
 * Splits the streamed text of a model into sentences with their citations, list items, headings, table rows and code. A
 * sentence is returned as soon as the next one begins, a line of another kind when it is complete.
 */
export function createDraftParser() {
  let buffer = ''
  let gap: Gap = 'paragraph'
  let item: DraftSentence['item']
  let isLineStart = true
  let isBold = false
  let code: { info: string; indent: number; lines: string[] } | undefined
  /** Models put a whole answer into a fence of Markdown. */
  let isWrapped = false
  let isEmpty = true
  /** A line with pipes: the header of a table if a row of dashes follows. */
  let heldRow: string | undefined
  let isInTable = false

  const takeGap = (): Gap => {
    const taken = gap
    gap = 'space'
    isEmpty = false
    return taken
  }

  function readLine(line: string): DraftUnit[] {
    if (code) return readCodeLine(line)
    if (!isLineStart) return readText(line)
    if (footnote.test(line)) return []
    const opening = fence.exec(line)
    if (opening && readWrapper(opening[2]!)) return []
    if (!opening && line.includes('|')) return readPipeLine(line)
    const before = releaseRow()
    isInTable = false
    const heading = /^\s{0,3}(#{1,6})\s+(.+?)\s*#*$/.exec(line)
    if (opening) code = { info: opening[2] ?? '', indent: opening[1]!.length, lines: [] }
    else if (heading) before.push(readHeading(heading[2]!, heading[1]!.length))
    else if (/[\p{L}\p{N}]/u.test(line)) before.push(...readText(line))
    else gap = 'paragraph'
    return before
  }

  /** Tells whether a fence opens or closes the one around the whole draft. */
  function readWrapper(info: string): boolean {
    const isWrapper = isWrapped ? info === '' : isEmpty && /^(?:markdown|md)$/i.test(info)
    if (isWrapper) isWrapped = !isWrapped
    return isWrapper
  }

  function readCodeLine(line: string): DraftUnit[] {
    if (!code || fence.test(line)) return endCode()
    // As indented as its fence, it isn't indented (CommonMark 4.5).
    code.lines.push(line.replace(new RegExp(`^ {0,${code.indent}}`), ''))
    return []
  }

  function endCode(): DraftUnit[] {
    if (!code) return []
    const { info, lines } = code
    code = undefined
    const unit: DraftUnit = { kind: 'code', info, text: cleanText(lines.join('\n')), gap: takeGap() }
    gap = 'paragraph'
    return unit.text.trim() === '' ? [] : [unit]
  }

  function readHeading(text: string, level: number): DraftUnit {
    item = undefined
    const unit: DraftUnit = { kind: 'heading', level, text: cleanSentence(readCitations(text).text), gap: takeGap() }
    gap = 'paragraph'
    return unit
  }

  function readPipeLine(line: string): DraftUnit[] {
    if (isInTable) return readRow(line)
    if (heldRow === undefined) {
      heldRow = line
      return []
    }
    const header = heldRow
    heldRow = undefined
    if (!isDelimiterRow(line)) return [...readText(header), ...readPipeLine(line)]
    isInTable = true
    item = undefined
    const cells = splitCells(header).map((cell) => cleanSentence(readCitations(cell).text))
    const unit: DraftUnit = { kind: 'table-header', cells, gap: takeGap() }
    gap = 'line'
    return [unit]
  }

  function readRow(line: string): DraftUnit[] {
    const numbers = new Set<number>()
    const cells = splitCells(line).map((cell) => {
      const cited = readCitations(cell)
      for (const number of cited.numbers) numbers.add(number)
      return cleanSentence(cited.text)
    })
    const row: DraftUnit = { kind: 'row', cells, numbers: [...numbers], gap: takeGap() }
    gap = 'line'
    return cells.some((cell) => /[\p{L}\p{N}]/u.test(cell)) ? [row] : []
  }

  /** Returns the held line as text: no row of dashes follows it. */
  function releaseRow(): DraftUnit[] {
    if (heldRow === undefined) return []
    const line = heldRow
    heldRow = undefined
    return readText(line)
  }

  /** Reads the rest of a line of text. */
  function readText(line: string): DraftUnit[] {
    const { sentences } = readSentences(line, true)
    isLineStart = true
    isBold = false
    if (gap === 'space') gap = 'line'
    return sentences
  }

  /** Reads the sentences of a line; the last one of an incomplete line can continue, or its number can still follow. */
  function readSentences(line: string, isComplete: boolean): { sentences: DraftSentence[]; rest: string } {
    let text = line
    if (isLineStart) {
      const marker = itemMarker.exec(line)
      if (marker) {
        text = line.slice(marker[0].length)
        const number = marker[2] === undefined ? undefined : Number(marker[2])
        item = { indent: (marker[1] as string).length, number, isStart: true }
        if (gap === 'space') gap = 'line'
      } else if (item && /^\s{2,}\S/.test(line)) gap = 'space'
      else item = undefined
      text = text.replace(/^\s*>\s?/, '')
      isLineStart = false
    }
    const parts = splitDraft(moveCitationsBeforePunctuation(withoutFormTags(text)))
    const rest = isComplete ? '' : takeOpenEnd(parts)
    const sentences: DraftSentence[] = []
    for (const part of parts) {
      const cited = readCitations(part)
      const bare = balanceBold(cleanSentence(cited.text))
      if (!/[\p{L}\p{Nd}]/u.test(bare)) continue
      sentences.push({ kind: 'sentence', text: bare, numbers: cited.numbers, gap: takeGap(), ...(item && { item }) })
      if (item?.isStart) item = { ...item, isStart: false }
    }
    return { sentences, rest }
  }

  /** Closes bold text at the end of a sentence and opens it again in the next one. */
  function balanceBold(text: string): string {
    const opened = isBold ? `**${text}` : text
    isBold = (opened.match(/\*\*/g) ?? []).length % 2 === 1
    return isBold ? `${opened}**` : opened
  }

  return {
    push(delta: string): DraftUnit[] {
      buffer += delta
      const units: DraftUnit[] = []
      for (let end = buffer.indexOf('\n'); end >= 0; end = buffer.indexOf('\n')) {
        const line = buffer.slice(0, end)
        buffer = buffer.slice(end + 1)
        units.push(...readLine(line))
      }
      const isText =
        !code &&
        heldRow === undefined &&
        (!isLineStart || !(footnote.test(buffer) || /^\s*(?:[|#`~]|$)|\|/.test(buffer)))
      if (isText && (/[.!?。！？\]】］]\s+\S/.test(buffer) || /[。！？]\S/.test(buffer))) {
        const wasLineStart = isLineStart
        const before = { gap, item, isBold }
        const { sentences, rest } = readSentences(buffer, false)
        if (sentences.length > 0) {
          units.push(...sentences)
          buffer = rest
          isInTable = false
        } else {
          isLineStart = wasLineStart
          ;({ gap, item, isBold } = before)
        }
      }
      return units
    },
    flush(): DraftUnit[] {
      const line = buffer
      buffer = ''
      return [...(line === '' ? [] : readLine(line)), ...endCode(), ...releaseRow()]
    },
  }
}

/** Splits text into sentences, each up to the start of the next one. The end of bold text stays with its sentence. */
function splitDraft(text: string): string[] {
  const starts = splitSentences(text).map(({ start }) => {
    const closing = /^\*\*(?:\s+|$)/.exec(text.slice(start))
    return closing && start > 0 ? start + closing[0].length : start
  })
  // "**2. Choose**" is one sentence.
  if (starts.length > 1 && /^[\s*]*\d{1,3}[.)]\s*$/.test(text.slice(0, starts[1]))) starts.splice(1, 1)
  return starts.map((start, index) => text.slice(index === 0 ? 0 : start, starts[index + 1]))
}

/** Takes the part that can still continue; with the sentence before it, if its number is being written. */
function takeOpenEnd(parts: string[]): string {
  const last = parts.pop() ?? ''
  return /^(?:\\?[[【［(]|$)/.test(last) && parts.length > 0 ? `${parts.pop()}${last}` : last
}

function cleanSentence(text: string): string {
  // A model can also write invisible characters.
  return stripUnsafeTags(cleanText(text))
    .replace(/\s+(?=\*\*[.,;:!?]|[.,;:!?。！？](?!\w))/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** Returns the cells of a table row, with or without pipes at its ends. An escaped pipe belongs to its cell. */
function splitCells(line: string): string[] {
  const row = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return row.split(/(?<!\\)\|/).map((cell) => withoutFormTags(cell, ',').trim())
}

function isDelimiterRow(line: string): boolean {
  return /-/.test(line) && /^[\s|:-]+$/.test(line)
}

const breakTag = /(?<=([\p{L}\p{N}%€]?))\s*<br\s*\/?>\s*/giu
const blockTag = /<\/?(?:answer|div|li|ol|p|response|ul)(?:\s+[\w-]+=[^<>]*)?>/gi
const inlineTag = /<\/?(?:b|em|i|mark|small|span|strong|u)(?:\s+[\w-]+=[^<>]*)?>/gi

/** Removes the tags of form; `separator` stands after a word before a break. */
function withoutFormTags(text: string, separator = ''): string {
  return outsideCode(text, (part) =>
    part
      .replace(breakTag, (_, before: string) => `${before && separator} `)
      .replace(blockTag, ' ')
      .replace(inlineTag, ''),
  )
}

const unsafeTagPattern =
  /<\/?(?:a|area|audio|base|embed|form|iframe|img|input|link|meta|object|script|source|style|svg|video)\b[^>]*>?/gi

/** Removes tags that load or link to something, except in code: a document could have made the model write them. */
function stripUnsafeTags(text: string): string {
  return outsideCode(text, (part) => part.replace(unsafeTagPattern, ''))
}
