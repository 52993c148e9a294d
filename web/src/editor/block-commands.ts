import { type ChangeSpec, EditorSelection, type EditorState, type Line, type StateCommand } from '@codemirror/state'

/** The mark that begins a line: of a list, with its tick box, or of a heading. */
const lineMark = /^(?:(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?|#{1,6}[ \t]+)/

/** Returns the command that makes the selected lines headings of this level; a second call makes them text. */
export function toggleHeading(level: number): StateCommand {
  return toggleLineMark({
    has: (mark) => mark.trimEnd() === '#'.repeat(level),
    create: () => `${'#'.repeat(level)} `,
  })
}

/** Steps the selected lines through text, heading 2, heading 3 and text again: heading 1 is the title of the note. */
export const cycleHeading: StateCommand = (target) => {
  const [first] = selectedLines(target.state)
  const level = /^(#+)\s/.exec(splitLine(first?.text ?? '').mark)?.[1]?.length
  return toggleHeading(level === 2 ? 3 : level === undefined ? 2 : level)(target)
}

export const toggleBulletList: StateCommand = toggleLineMark({
  has: (mark) => /^[-*+]\s+$/.test(mark),
  create: () => '- ',
})

export const toggleNumberedList: StateCommand = toggleLineMark({
  has: (mark) => /^\d/.test(mark),
  create: (index) => `${index + 1}. `,
})

export const toggleTaskList: StateCommand = toggleLineMark({
  has: (mark) => /\[[ xX]\]\s+$/.test(mark),
  create: () => '- [ ] ',
})

export const toggleQuote: StateCommand = ({ state, dispatch }) => {
  const lines = selectedLines(state)
  const isRemoval = lines.every(({ text }) => text.startsWith('>'))
  return change(
    state,
    dispatch,
    lines.map(({ from, text }) =>
      isRemoval ? { from, to: from + (/^>[ \t]?/.exec(text)?.[0].length ?? 0) } : { from, insert: '> ' },
    ),
  )
}

/** Makes the selected lines a callout: a quotation with a label, which other readers of Markdown show as a quotation. */
export const insertCallout: StateCommand = ({ state, dispatch }) => {
  const lines = selectedLines(state)
  const [first] = lines
  if (!first) return false
  return change(state, dispatch, [
    { from: first.from, insert: `${blankLineBefore(state, first)}> [!NOTE]\n` },
    ...lines.map(({ from }) => ({ from, insert: '> ' })),
  ])
}

/** Marks selected words as code, and whole lines as a block of code. */
export const toggleCode: StateCommand = ({ state, dispatch }) => {
  const { main } = state.selection
  const line = state.doc.lineAt(main.from)
  if (main.to > line.to || line.text.trim() === '') return insertCodeBlock({ state, dispatch })
  const word = main.empty ? (state.wordAt(main.head) ?? main) : main
  const isCode = state.sliceDoc(word.from - 1, word.from) === '`' && state.sliceDoc(word.to, word.to + 1) === '`'
  const changes = state.changes(
    isCode
      ? [
          { from: word.from - 1, to: word.from },
          { from: word.to, to: word.to + 1 },
        ]
      : [
          { from: word.from, insert: '`' },
          { from: word.to, insert: '`' },
        ],
  )
  const selection = EditorSelection.range(changes.mapPos(word.from, 1), changes.mapPos(word.to, -1))
  dispatch(state.update({ changes, selection, scrollIntoView: true, userEvent: 'input' }))
  return true
}

export const insertCodeBlock: StateCommand = ({ state, dispatch }) => {
  const lines = selectedLines(state)
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) return false
  const text = state.sliceDoc(first.from, last.to)
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  const before = `${blankLineBefore(state, first)}${fence}\n`
  const changes = [
    { from: first.from, insert: before },
    { from: last.to, insert: `\n${fence}` },
  ]
  dispatch(
    state.update({
      changes,
      selection: { anchor: first.from + before.length, head: last.to + before.length },
      scrollIntoView: true,
      userEvent: 'input',
    }),
  )
  return true
}

/** Makes the selection the text of a link and selects the place of its address. */
export const insertLink: StateCommand = ({ state, dispatch }) => {
  const { main } = state.selection
  const text = state.sliceDoc(main.from, main.to)
  const isAddress = /^(?:https?:\/\/|mailto:)\S+$/.test(text)
  const label = isAddress ? 'text' : text || 'text'
  const address = isAddress ? text : 'https://'
  const selected =
    isAddress || text === '' ? { start: 1, length: label.length } : { start: label.length + 3, length: 8 }
  dispatch(
    state.update({
      changes: { from: main.from, to: main.to, insert: `[${label}](${address})` },
      selection: EditorSelection.range(main.from + selected.start, main.from + selected.start + selected.length),
      scrollIntoView: true,
      userEvent: 'input',
    }),
  )
  return true
}

export const insertTable: StateCommand = insertBlock('| Column | Column |\n| --- | --- |\n|  |  |', {
  start: 2,
  length: 6,
})

export const insertRule: StateCommand = insertBlock('---\n\n', { start: 5, length: 0 })

/** Ticks or clears the tasks of the selected lines. */
export const toggleTask: StateCommand = ({ state, dispatch }) => {
  const boxes = selectedLines(state).flatMap(({ from, text }) => {
    const before = /^[ \t>]*(?:[-*+]|\d+[.)])[ \t]+\[(?=[ xX]\])/.exec(text)?.[0]
    return before === undefined ? [] : [from + before.length]
  })
  if (boxes.length === 0) return false
  const isDone = boxes.every((at) => state.sliceDoc(at, at + 1) !== ' ')
  const changes = boxes.map((at) => ({ from: at, to: at + 1, insert: isDone ? ' ' : 'x' }))
  dispatch(state.update({ changes, userEvent: 'input' }))
  return true
}

function toggleLineMark({
  has,
  create,
}: {
  has: (mark: string) => boolean
  create: (index: number) => string
}): StateCommand {
  return ({ state, dispatch }) => {
    const all = selectedLines(state)
    const withText = all.filter(({ text }) => text.trim() !== '')
    const lines = withText.length > 0 ? withText : all
    const parts = lines.map((line) => ({ line, ...splitLine(line.text) }))
    const isRemoval = parts.every(({ mark }) => has(mark))
    return change(
      state,
      dispatch,
      parts.map(({ line, indent, mark }, index) => ({
        from: line.from + indent.length,
        to: line.from + indent.length + mark.length,
        insert: isRemoval ? '' : create(index),
      })),
    )
  }
}

/** Returns the command that inserts lines of their own, and selects a part of them. */
function insertBlock(text: string, selected: { start: number; length: number }): StateCommand {
  return ({ state, dispatch }) => {
    const line = state.doc.lineAt(state.selection.main.to)
    const isEmpty = line.text.trim() === ''
    const before = isEmpty ? blankLineBefore(state, line) : '\n\n'
    const from = isEmpty ? line.from : line.to
    const hasTextBelow = line.number < state.doc.lines && state.doc.line(line.number + 1).text.trim() !== ''
    const anchor = from + before.length + selected.start
    dispatch(
      state.update({
        changes: { from, to: line.to, insert: before + text + (hasTextBelow ? '\n' : '') },
        selection: { anchor, head: anchor + selected.length },
        scrollIntoView: true,
        userEvent: 'input',
      }),
    )
    return true
  }
}

/** Markdown continues the paragraph above where no blank line is between. */
function blankLineBefore(state: EditorState, line: Line): string {
  return line.number > 1 && state.doc.line(line.number - 1).text.trim() !== '' ? '\n' : ''
}

function splitLine(text: string): { indent: string; mark: string } {
  const indent = /^(?:[ \t]|>[ \t]?)*/.exec(text)?.[0] ?? ''
  return { indent, mark: lineMark.exec(text.slice(indent.length))?.[0] ?? '' }
}

function selectedLines(state: EditorState): Line[] {
  const lines = new Map<number, Line>()
  for (const { from, to, empty } of state.selection.ranges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at)
      // A selection that ends at the start of a line doesn't include that line.
      if (empty || line.from < to || line.from === from) lines.set(line.number, line)
      at = line.to + 1
    }
  }
  return [...lines.values()]
}

function change(state: EditorState, dispatch: Parameters<StateCommand>[0]['dispatch'], specs: ChangeSpec[]): boolean {
  const changes = state.changes(specs)
  dispatch(
    state.update({ changes, selection: state.selection.map(changes, 1), scrollIntoView: true, userEvent: 'input' }),
  )
  return true
}
