import { isLeadIn, isQuestion } from '../../ingest/sentence-end.ts'
import type { HydratedPassage } from '../../search/hydrate-passages.ts'
import { type CitedText, escapeCitationMarkers } from '../citations.ts'
import { removeMarkdownLinks } from '../markdown-text.ts'
import { isRefusalMarker } from './absence-statements.ts'
import { createAnswerStructure, type DroppedCounts } from './answer-structure.ts'
import { formLabelOf, isAside } from './asides.ts'
import { dropConnective } from './connectives.ts'
import type { DraftCode, DraftHeading, DraftRow, DraftSentence, DraftUnit, ItemMark } from './draft-units.ts'
import { depths } from './introductions.ts'
import { createReferenceFilter } from './reference-filter.ts'
import { createStatementSupport, type FindSupport } from './statement-support.ts'
import * as uncited from './uncited-text.ts'

/** What an answer doesn't have of its draft, and why. */
export interface WrittenOutcome extends DroppedCounts {
  /** The model said that the passages don't answer. */
  hasRefused: boolean
  /** The model said that the passages don't say something. */
  hasNamedGaps: boolean
}

/**
 * Assembles an answer from a model's draft, unit by unit. A statement is kept if passages support it. What introduces it is
 * kept or falls with it, and a list or table keeps its form when a part of it falls.
 */
export function createWrittenAnswer({
  findSupport,
  findCode,
  check,
  language,
}: {
  findSupport: FindSupport
  /** Returns the passages that contain the code. */
  findCode: (code: string) => HydratedPassage[]
  check: uncited.UncitedTextCheck
  language: string
}) {
  const references = createReferenceFilter(check)
  const structure = createAnswerStructure({ isListingReferences: references.isListing })
  const support = createStatementSupport({ findSupport, canStayUncited: check.canStayUncited, onGap })
  let header: readonly string[] = []
  let hasRefused = false
  let hasNamedGaps = false

  return {
    outcome: (): WrittenOutcome => ({ hasRefused, hasNamedGaps, ...structure.counts() }),
    /** Yields the text that the unit adds to the answer. */
    async *add(unit: DraftUnit): AsyncGenerator<CitedText> {
      structure.separate(unit.gap)
      if (references.isReference(unit)) return
      switch (unit.kind) {
        case 'heading':
          return addHeading(unit)
        case 'table-header':
          return addTableHeader(unit.cells)
        case 'row':
          return yield* addRow(unit)
        case 'code':
          return yield* addCode(unit)
        case 'sentence':
          return yield* addSentence(unit)
      }
    },
    /** Counts what is still open as fallen, and yields the statements that waited for the end. */
    *end(): Generator<CitedText> {
      structure.end()
      if (!hasRefused && !hasNamedGaps) yield* structure.keepHeld()
    },
  }

  function onGap(): void {
    hasNamedGaps = true
  }

  function addHeading({ text, level }: DraftHeading): void {
    structure.beginSection(level)
    const line = `${'#'.repeat(level)} ${toSafeMarkdown(text)}`
    if (check.canIntroduce(text)) structure.hold({ depth: level, kind: 'heading', text: line, context: text })
    else structure.drop()
  }

  function addTableHeader(cells: readonly string[]): void {
    structure.beginTable()
    header = cells
    const line = `| ${cells.map(toSafeMarkdown).join(' | ')} |\n|${' --- |'.repeat(cells.length)}`
    // Each row is verified with the names of its columns.
    structure.hold({ depth: depths.table, kind: 'table-header', text: line })
  }

  async function* addRow({ cells, numbers }: DraftRow): AsyncGenerator<CitedText> {
    const values = header.map((_, column) => cells[column] ?? '')
    const passages = await support.ofRow(header, values, structure.inherited(numbers))
    if (passages.length === 0) return structure.dropRow()
    const text = `| ${values.map(toSafeMarkdown).join(' | ')}`
    yield* structure.keep({ kind: 'row', text, closing: ' |', passages })
  }

  async function* addCode({ info, text }: DraftCode): AsyncGenerator<CitedText> {
    structure.beginCode()
    // Within code nothing can be escaped: a fence would end it, a number would read as a citation.
    const isSafe = !/^[ \t]*(?:`{3}|~{3})/m.test(text) && !/\[\s*\d[\d\s,;–-]*\]/.test(text)
    const passages = isSafe ? findCode(text).slice(0, 1) : []
    if (passages.length === 0) return structure.drop()
    yield* structure.keepCode(`\`\`\`${info}\n${text}\n\`\`\``, passages)
  }

  async function* addSentence(sentence: DraftSentence): AsyncGenerator<CitedText> {
    const { text, numbers, item: mark } = sentence
    if (isRefusalMarker(text)) {
      hasRefused = true
      return
    }
    const isUncited = numbers.length === 0
    // Polite words after a refusal, such as whom to ask.
    if (isUncited && (hasRefused || isAside(text))) return
    if (mark?.isStart) structure.beginItem(mark)
    else if (!mark) structure.beginText()
    const isInItem = structure.item() !== undefined
    if (structure.item()?.isOrphan) return structure.drop()
    if (isLeadIn(text) && (isUncited || !isInItem)) return addLeadIn(text, numbers)
    if (uncited.isLabel(text) && isUncited && !isInItem) return addLeadIn(text, numbers)
    if (isUncited && uncited.isAnswerWord(claimOf(text))) return holdForNext(text)
    if (isQuestion(text) && !isInItem) return addQuestion(text)
    yield* addStatement(sentence)
  }

  /** A question claims nothing, but can be the case for the next sentence: "Lost your badge?" */
  function addQuestion(text: string): void {
    if (!check.isAskedQuestion(text) && check.canIntroduce(text)) holdForNext(text)
  }

  async function* addStatement({ text, numbers, item: mark }: DraftSentence): AsyncGenerator<CitedText> {
    const item = structure.item()
    const isUncited = numbers.length === 0
    const passages = await support.ofSentence(claimOf(text), numbers, completedBy(mark, numbers))
    if (item && mark?.isStart && isUncited && uncited.isItemLabel(text)) {
      // "Other" above its subitems, "**Wedding**" above a line with its days.
      if (!passages) return addLeadIn(text, numbers)
      item.label = text
    }
    if (!passages) return structure.drop()
    const own = structure.hasPredecessorFallen() ? dropConnective(text, language) : text
    const block = { kind: item ? 'item' : 'text', text: toSafeMarkdown(own), passages } as const
    // Before any citation it could be polite words around a refusal, or say only what the notes don't.
    if (structure.isEmpty() && (passages.length === 0 || (isUncited && !item))) structure.holdStatement(block)
    else yield* structure.keep(block)
  }

  function addLeadIn(text: string, numbers: readonly number[]): void {
    const isKnown = check.canIntroduce(text)
    const introduction = { text: toSafeMarkdown(text), context: text, numbers }
    if (structure.item()) {
      if (isKnown) structure.holdItem(introduction)
      else structure.dropItem()
      return
    }
    const depth = uncited.isLabel(text) ? depths.label : depths.leadIn
    structure.leave(depth)
    if (isKnown) structure.hold({ ...introduction, depth, kind: 'text' })
    else structure.drop()
  }

  function holdForNext(text: string): void {
    structure.hold({ tie: 'next', depth: 0, kind: 'text', text: toSafeMarkdown(text) })
  }

  /**
   * Returns what a part of an item completes: the words of the lead-in, of the items above it and of its label, with the
   * numbers that they cite. Other text stands for itself.
   */
  function completedBy(mark: ItemMark | undefined, numbers: readonly number[]) {
    const label = mark?.isStart ? undefined : structure.item()?.label
    const isCompleting = mark && (mark.isStart || !structure.item() || label !== undefined)
    if (!isCompleting) return { words: [], numbers }
    const words = [...structure.contexts(check.isFormOnly), ...(label === undefined ? [] : [`${label}:`])]
    return { words, numbers: structure.inherited(numbers) }
  }
}

/** Returns the sentence without a label that says nothing by itself: "**Short answer:** Eight." */
function claimOf(text: string): string {
  return text.slice(formLabelOf(text).length)
}

function toSafeMarkdown(draft: string): string {
  return removeMarkdownLinks(escapeCitationMarkers(draft))
}
