import type { HydratedPassage } from '../../search/hydrate-passages.ts'
import { type CitedText, escapeCitationMarkers } from '../citations.ts'
import { removeMarkdownLinks } from '../markdown-text.ts'
import { isRefusalMarker } from './absence-statements.ts'
import { dropConnective } from './connectives.ts'
import type { DraftCode, DraftHeading, DraftRow, DraftSentence, DraftUnit, Gap } from './draft-units.ts'
import { type BlockKind, createIntroductions, depths, type Introduction } from './introductions.ts'
import { createListNumbering, type ListLevel, nextMarker } from './list-numbering.ts'
import { createReferenceFilter } from './reference-filter.ts'
import { createStatementSupport, type FindSupport } from './statement-support.ts'
import * as uncited from './uncited-text.ts'

/** What became of a draft, beside the text that was kept. */
export interface DraftOutcome {
  /** The model said that the passages don't answer. */
  hasRefused: boolean
  /** The model said that the passages don't say something. */
  hasNamedGaps: boolean
  /** Sentences, items, rows and code that no passage supports. */
  dropped: number
  /** Among them: items of numbered lists, and other items and rows. */
  droppedSteps: number
  droppedEntries: number
  /** The model ended the draft by itself: it didn't fail, use up its tokens or go on for too long. */
  isComplete: boolean
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
  const outcome: DraftOutcome = {
    hasRefused: false,
    hasNamedGaps: false,
    dropped: 0,
    droppedSteps: 0,
    droppedEntries: 0,
    isComplete: false,
  }
  const references = createReferenceFilter(check)
  const support = createStatementSupport({ findSupport, canStayUncited: check.canStayUncited, onGap })
  const numbering = createListNumbering()
  const introductions = createIntroductions()
  let gap: Gap = 'space'
  let lastKind: BlockKind | undefined
  /** The item that is open; `label`: its bold words, which the sentences after them complete. */
  let item: { level: ListLevel; isOrphan: boolean; isKept: boolean; label?: string } | undefined
  let header: readonly string[] = []
  let hasPredecessorFallen = false

  return {
    outcome,
    /** Yields the text that the unit adds to the answer. */
    async *add(unit: DraftUnit): AsyncGenerator<CitedText> {
      gap = widest(gap, unit.gap)
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
      endItem()
      leave(0)
      const waiting = introductions.takeWaiting()
      const isRefusal = outcome.hasRefused || outcome.hasNamedGaps
      if (!isRefusal && waiting.some(({ passages }) => passages.length > 0)) yield* write(waiting)
    },
  }

  function onGap(): void {
    outcome.hasNamedGaps = true
  }

  function addHeading({ text, level }: DraftHeading): void {
    endList()
    leave(level)
    hasPredecessorFallen = false
    introduce({ depth: level, kind: 'heading', text: `${'#'.repeat(level)} ${toSafeMarkdown(text)}`, context: text })
  }

  function addTableHeader(cells: readonly string[]): void {
    endList()
    leave(depths.table)
    introductions.enterBlock()
    header = cells
    const line = `| ${cells.map(toSafeMarkdown).join(' | ')} |\n|${' --- |'.repeat(cells.length)}`
    // Each row is verified with the names of its columns.
    hold({ depth: depths.table, kind: 'table-header', text: line })
  }

  async function* addRow({ cells, numbers }: DraftRow): AsyncGenerator<CitedText> {
    const values = header.map((_, column) => cells[column] ?? '')
    const passages = await support.ofRow(header, values, inherited(numbers))
    if (passages.length > 0)
      yield* keep({ kind: 'row', text: `| ${values.map(toSafeMarkdown).join(' | ')}`, closing: ' |', passages })
    else {
      outcome.droppedEntries += 1
      drop()
    }
  }

  async function* addCode({ info, text }: DraftCode): AsyncGenerator<CitedText> {
    introductions.enterBlock()
    // Within code nothing can be escaped: a fence would end it, a number would read as a citation.
    const isSafe = !/^\s*(?:`{3}|~{3})/m.test(text) && !/\[\s*\d[\d\s,;–-]*\]/.test(text)
    const passages = isSafe ? findCode(text).slice(0, 1) : []
    if (passages.length === 0) return drop()
    const waiting = introductions.takeWaiting()
    const leadIn = waiting.findLast(({ kind }) => kind !== 'heading')
    yield* write(waiting, { citing: leadIn, passages })
    yield piece({ kind: 'code', text: `\`\`\`${info}\n${text}\n\`\`\``, passages: [] })
    if (!leadIn) yield piece({ kind: 'text', text: '', passages })
  }

  async function* addSentence({ text, numbers, item: mark }: DraftSentence): AsyncGenerator<CitedText> {
    if (isRefusalMarker(text)) {
      outcome.hasRefused = true
      return
    }
    // Polite words after a refusal, such as whom to ask.
    if (outcome.hasRefused && numbers.length === 0) return
    if (mark?.isStart) openItem(mark)
    else if (!mark && gap !== 'space') {
      endList()
      leave(depths.paragraph)
      countFallen(introductions.leaveFinishedLeadIns())
    }
    if (item?.isOrphan) return drop()
    const isUncited = numbers.length === 0
    if (uncited.isLeadIn(text) && (isUncited || !item)) return addLeadIn(text, numbers)
    if (uncited.isLabel(text) && isUncited && !item) return addLeadIn(text, numbers)
    if (uncited.isAnswerWord(text) && isUncited) return holdForNext(text)
    if (uncited.isQuestion(text) && !item) {
      if (!check.isAskedQuestion(text) && check.canIntroduce(text)) holdForNext(text)
      return
    }
    const passages = await support.ofSentence(text, numbers, completedBy(mark, numbers))
    if (mark?.isStart && isUncited && uncited.isItemLabel(text)) {
      // "Other" above its subitems, "**Wedding**" above a line with its days.
      if (!passages) return addLeadIn(text, numbers)
      item!.label = text
    }
    if (!passages) return drop()
    const piece = { kind: item ? 'item' : 'text', text: toSafeMarkdown(withoutConnective(text)), passages } as const
    // Before any citation it could be polite words around a refusal, or say only what the notes don't.
    if (lastKind === undefined && (passages.length === 0 || (isUncited && !item))) holdStatement(piece)
    else yield* keep(piece)
  }

  function holdStatement(piece: NewPiece): void {
    hold({ ...piece, tie: 'answer', depth: 0, level: item?.isKept ? undefined : item?.level })
    if (item) item.isKept = true
  }

  function addLeadIn(text: string, numbers: readonly number[]): void {
    const level = item?.level
    const depth = level ? depths.item + level.depth : uncited.isLabel(text) ? depths.label : depths.leadIn
    if (!level) leave(depth)
    const kind = level ? 'item' : 'text'
    const isHeld = introduce({ depth, kind, text: toSafeMarkdown(text), context: text, numbers, level })
    if (level) {
      level.hasParent = isHeld
      item = undefined
    }
  }

  function holdForNext(text: string): void {
    hold({ tie: 'next', depth: 0, kind: 'text', text: toSafeMarkdown(text) })
  }

  /**
   * Returns what a part of an item completes: the words of the lead-in, of the items above it and of its label, with the
   * numbers that they cite. Other text stands for itself.
   */
  function completedBy(mark: DraftSentence['item'], numbers: readonly number[]) {
    const label = mark?.isStart ? undefined : item?.label
    const isCompleting = mark && (mark.isStart || !item || label !== undefined)
    if (!isCompleting) return { words: [], numbers }
    const words = [...introductions.contexts(check.isFormOnly), ...(label === undefined ? [] : [`${label}:`])]
    return { words, numbers: inherited(numbers) }
  }

  function openItem(mark: { indent: number; number: number | undefined }): void {
    endItem()
    item = { ...numbering.open(mark), isKept: false }
    leave(depths.item + item.level.depth)
    introductions.enterBlock()
  }

  function endItem(): void {
    if (item && !item.isKept) countFallenItem(item.level)
    item = undefined
  }

  function endList(): void {
    endItem()
    numbering.interrupt()
  }

  function countFallenItem({ isOrdered }: ListLevel): void {
    if (references.isListing()) return
    if (isOrdered) outcome.droppedSteps += 1
    else outcome.droppedEntries += 1
  }

  /** Holds an introduction whose words occur in the question or the passages; returns whether it does. */
  function introduce(fields: HeldFields & Pick<Introduction, 'context'>): boolean {
    if (check.canIntroduce(fields.context)) {
      hold(fields)
      return true
    }
    if (fields.level) countFallenItem(fields.level)
    drop()
    return false
  }

  function hold(fields: HeldFields): void {
    introductions.hold({ tie: 'block', context: '', numbers: [], passages: [], ...fields, gap })
    gap = 'space'
  }

  /** Ends what is introduced at this depth and deeper. */
  function leave(depth: number): void {
    countFallen(introductions.leave(depth))
  }

  function countFallen(fallen: readonly Introduction[]): void {
    for (const { level, gap: own } of fallen) {
      gap = widest(gap, own)
      if (level) countFallenItem(level)
    }
  }

  function inherited(numbers: readonly number[]): readonly number[] {
    return numbers.length > 0 ? numbers : introductions.numbers()
  }

  async function* keep({ kind, text, closing, passages }: NewPiece): AsyncGenerator<CitedText> {
    yield* write(introductions.takeWaiting())
    const isItemStart = kind === 'item' && item !== undefined && !item.isKept
    if (isItemStart) gap = widest(gap, 'line')
    yield piece({ kind, text: isItemStart ? nextMarker(item!.level) + text : text, closing, passages })
    if (item) item.isKept = true
    hasPredecessorFallen = false
  }

  function drop(): void {
    outcome.dropped += 1
    hasPredecessorFallen = true
    countFallen(introductions.dropTiedToNext())
  }

  /** Writes introductions; one of them can cite passages. */
  function* write(
    waiting: readonly Introduction[],
    { citing, passages = [] }: { citing?: Introduction | undefined; passages?: HydratedPassage[] } = {},
  ): Generator<CitedText> {
    const own = gap
    for (const introduction of waiting) {
      const { kind, level, text } = introduction
      gap = level ? widest(introduction.gap, 'line') : introduction.gap
      yield piece({
        kind,
        text: level ? nextMarker(level) + text : text,
        passages: introduction === citing ? passages : introduction.passages,
      })
    }
    gap = own
  }

  function piece({ kind, text, closing, passages }: NewPiece): CitedText {
    const between = gapBetween(lastKind, kind, gap)
    gap = 'space'
    if (!(kind === 'text' && between === 'space' && lastKind === 'item')) lastKind = kind
    return {
      text,
      passages,
      startsLine: between !== 'space',
      startsParagraph: between === 'paragraph',
      ...(closing !== undefined && { closing }),
    }
  }

  function withoutConnective(text: string): string {
    return hasPredecessorFallen ? dropConnective(text, language) : text
  }
}

interface NewPiece {
  kind: BlockKind
  text: string
  closing?: string | undefined
  passages: HydratedPassage[]
}

type HeldFields = Pick<Introduction, 'depth' | 'kind' | 'text'> &
  Partial<Pick<Introduction, 'tie' | 'context' | 'numbers' | 'passages' | 'level'>>

/** Tables, headings and code stand apart; text on a new line after a list would otherwise read as part of its last item. */
function gapBetween(before: BlockKind | undefined, kind: BlockKind, gap: Gap): Gap {
  if (kind === 'row') return 'line'
  const standsApart = (block: BlockKind | undefined) =>
    block === 'heading' || block === 'table-header' || block === 'row' || block === 'code'
  if (standsApart(before) || standsApart(kind)) return 'paragraph'
  if (before === 'item' && kind === 'text' && gap !== 'space') return 'paragraph'
  return gap
}

const gapOrder: readonly Gap[] = ['space', 'line', 'paragraph']

function widest(one: Gap, other: Gap): Gap {
  return gapOrder.indexOf(one) > gapOrder.indexOf(other) ? one : other
}

function toSafeMarkdown(draft: string): string {
  return removeMarkdownLinks(escapeCitationMarkers(draft))
}
