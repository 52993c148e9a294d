import {
  type EditorState,
  type Extension,
  type Range,
  RangeSet,
  RangeValue,
  StateEffect,
  StateField,
} from '@codemirror/state'

/**
 * Remembers how the lines of a text end, because the editor itself knows only `\n`. A change leaves the endings of the
 * other lines as they were; new lines end as most lines of the text do.
 */
export function lineEndings(text: string): Extension {
  return endings.init(() => readEndings(text))
}

/** Returns the effect that goes with the replacement of the whole text. */
export function resetLineEndings(text: string): StateEffect<unknown> {
  return setEndings.of(readEndings(text))
}

/** Returns the text with the line endings that it came with. */
export function exactText(state: EditorState): string {
  const text = state.doc.toString()
  const { usual, exceptions } = state.field(endings)
  if (exceptions.size === 0) return usual === '\n' ? text : text.replaceAll('\n', usual)
  const byPosition = new Map<number, string>()
  for (let each = exceptions.iter(); each.value; each.next()) byPosition.set(each.from, each.value.text)
  return text.replaceAll('\n', (_, position: number) => byPosition.get(position) ?? usual)
}

interface Endings {
  usual: string
  /** The line breaks that differ, each as the range of its `\n`. */
  exceptions: RangeSet<Ending>
}

class Ending extends RangeValue {
  readonly text: string
  // What is inserted beside a line break does not belong to it.
  override readonly startSide = 1
  override readonly endSide = -1

  constructor(text: string) {
    super()
    this.text = text
  }

  override eq(other: Ending): boolean {
    return other.text === this.text
  }
}

const setEndings = StateEffect.define<Endings>()

const endings = StateField.define<Endings>({
  create: () => readEndings(''),
  update(before, transaction) {
    for (const effect of transaction.effects) if (effect.is(setEndings)) return effect.value
    if (!transaction.docChanged || before.exceptions.size === 0) return before
    return { ...before, exceptions: before.exceptions.map(transaction.changes) }
  },
})

function readEndings(text: string): Endings {
  const found: { position: number; ending: string }[] = []
  const counts = new Map<string, number>()
  let removed = 0
  for (const { 0: ending, index } of text.matchAll(/\r\n?|\n/g)) {
    found.push({ position: index - removed, ending })
    removed += ending.length - 1
    counts.set(ending, (counts.get(ending) ?? 0) + 1)
  }
  const [usual = '\n'] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? []
  const exceptions = found.flatMap(({ position, ending }): Range<Ending>[] =>
    ending === usual ? [] : [new Ending(ending).range(position, position + 1)],
  )
  return { usual, exceptions: RangeSet.of(exceptions) }
}
