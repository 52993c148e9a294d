/** A fenced block or a code span of a Markdown text. */
export interface CodeRange {
  start: number
  end: number
  /** The code of a span, without its backticks. */
  span?: string
}

const maxSpanLength = 2_000

/**
 * Finds the fenced blocks and code spans of a Markdown text. A block that is not closed ends with the text; a backtick without
 * a second one in its paragraph is none.
 */
export function* findCode(source: string): Generator<CodeRange> {
  const marks = /^(?:[ \t>]|[-*+][ \t]|\d{1,3}[.)][ \t]){0,20}(`{3,}|~{3,}).*$|(`+)/gm
  for (let mark = marks.exec(source); mark !== null; mark = marks.exec(source)) {
    const [whole, fence, ticks = ''] = mark
    const opened = mark.index + whole.length
    // In a component, a backtick after a brace begins a template literal.
    if (fence === undefined && source[mark.index - 1] === '{') continue
    const end = fence === undefined ? findSpanEnd(source, opened, ticks) : findFenceEnd(source, opened, fence)
    if (end < 0) continue
    yield {
      start: mark.index,
      end,
      ...(fence === undefined && { span: source.slice(opened, end - ticks.length) }),
    }
    marks.lastIndex = end
  }
}

function findFenceEnd(source: string, from: number, fence: string): number {
  const closing = new RegExp(`^[ \\t>]*${fence[0]}{${fence.length},}[ \\t]*$`, 'gm')
  closing.lastIndex = from
  const found = closing.exec(source)
  return found === null ? source.length : found.index + found[0].length
}

/** Returns where a span ends; -1 if it isn't closed. */
function findSpanEnd(source: string, from: number, ticks: string): number {
  const runs = /`+/g
  runs.lastIndex = from
  for (let run = runs.exec(source); run !== null && run.index < from + maxSpanLength; run = runs.exec(source)) {
    if (run[0].length !== ticks.length) continue
    return source.slice(from, run.index).includes('\n\n') ? -1 : run.index + run[0].length
  }
  return -1
}
