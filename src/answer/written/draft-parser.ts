import { cleanText } from '../../ingest/clean-text.ts'
import { withoutClosingMarks } from '../../ingest/markdown-title.ts'
import { isDelimiterRow, readCells } from './draft-rows.ts'
import { readNumberedText, readSentences } from './draft-sentences.ts'
import type { DraftSentence, DraftUnit, Gap, ItemMark } from './draft-units.ts'

const itemMarker = /^(\s*)(?:[-*•+–▪◦‣●○■]|(\d{1,3})[.)])\s+(?:\[[ xX]\]\s+)?/
/** "①" and "1️⃣" */
const signedNumber = /^(\s*)(?:([①-⑳])|(\d)\ufe0f?\u20e3)\s*/u
const fence = /^(\s*)(?:`{3,}|~{3,})\s*([\w+-]*)\s*$/
/** What a footnote stands for, below the answer: the mark of its place is enough. */
const footnote = /^\s*\\?\[\^\w{1,8}\\?\]:/

/**
 * Splits the streamed text of a model into sentences with their citations, list items, headings, table rows and code. A
 * sentence is returned as soon as the next one begins, a line of another kind when it is complete.
 */
export function createDraftParser(language = 'en') {
  let buffer = ''
  let gap: Gap = 'paragraph'
  let item: ItemMark | undefined
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
    const heading = /^\s{0,3}(#{1,6})\s+(\S.*)$/.exec(line)
    if (opening) code = { info: opening[2] ?? '', indent: opening[1]!.length, lines: [] }
    else if (heading) before.push(readHeading(withoutClosingMarks(heading[2]!.trimEnd()), heading[1]!.length))
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
    const unit: DraftUnit = { kind: 'heading', level, text: readNumberedText(text).text, gap: takeGap() }
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
    const unit: DraftUnit = { kind: 'table-header', cells: readCells(header).cells, gap: takeGap() }
    gap = 'line'
    return [unit]
  }

  function readRow(line: string): DraftUnit[] {
    const row = { kind: 'row' as const, ...readCells(line), gap: takeGap() }
    gap = 'line'
    return row.cells.some((cell) => /[\p{L}\p{N}]/u.test(cell)) ? [row] : []
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
    const { units } = readLineText(line, true)
    isLineStart = true
    isBold = false
    if (gap === 'space') gap = 'line'
    return units
  }

  /** Reads the sentences of a line as far as they are complete. */
  function readLineText(line: string, isComplete: boolean): { units: DraftSentence[]; rest: string } {
    let text = line
    if (isLineStart) {
      text = line.replace(
        signedNumber,
        (_, indent: string, sign = '', digit = '') => `${indent}${digit || sign.normalize('NFKC')}. `,
      )
      const marker = itemMarker.exec(text)
      if (marker) {
        text = text.slice(marker[0].length)
        const number = marker[2] === undefined ? undefined : Number(marker[2])
        item = { indent: (marker[1] as string).length, number, isStart: true }
        if (gap === 'space') gap = 'line'
      } else if (item && /^\s{2,}\S/.test(line)) gap = 'space'
      else item = undefined
      text = text.replace(/^\s*>\s?/, '')
      isLineStart = false
    }
    const { sentences, rest } = readSentences(text, { isComplete, language })
    const units: DraftSentence[] = []
    for (const { text: written, numbers } of sentences) {
      const balanced = balanceBold(written)
      if (!/[\p{L}\p{Nd}]/u.test(balanced)) continue
      units.push({ kind: 'sentence', text: balanced, numbers, gap: takeGap(), ...(item && { item }) })
      if (item?.isStart) item = { ...item, isStart: false }
    }
    return { units, rest }
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
        const text = readLineText(buffer, false)
        if (text.units.length > 0) {
          units.push(...text.units)
          buffer = text.rest
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
