/** How models write the numbers of passages: [1], [1, 2], [1–3], [^1], [passage 1], 【1】. */
const citation = /\[\s*(?:passages?\s+|[\^#])?\d+(?:\s*(?:[,;–-]|and)\s*\d+)*\s*\]|【\s*\d+[^】]{0,20}】/giu
// Begins at the first of several stops: otherwise a long row of them takes quadratic time.
const afterPunctuation = new RegExp(
  `(?<![.!?。！？])([.!?。！？]+(?:\\*\\*|["”’)])*)((?:\\s*(?:${citation.source}))+)\\.?`,
  'giu',
)
const codeSpan = /(`[^`]*`)/

/** Passages that a range can name: [1–900] doesn't. */
const maxRangeLength = 20

/** Removes the citations of a model's sentence and returns their numbers. Brackets in code are none. */
export function readCitations(text: string): { text: string; numbers: number[] } {
  const numbers = new Set<number>()
  const bare = outsideCode(text, (part) =>
    part.replace(citation, (found) => {
      for (const number of citedNumbers(found)) numbers.add(number)
      return ''
    }),
  )
  return { text: bare, numbers: [...numbers] }
}

/** Turns `Text. [1] More.` into `Text [1]. More.`: a number after the stop belongs to the sentence before it. */
export function moveCitationsBeforePunctuation(line: string): string {
  return outsideCode(line, (part) => part.replace(afterPunctuation, '$2$1'))
}

function citedNumbers(found: string): number[] {
  const [first, ...rest] = found.startsWith('【') ? found.slice(0, found.search(/\d\D/) + 1) : found.split(/[,;]|and/)
  return [first ?? '', ...rest].flatMap((part) => {
    const [from, to] = (part.match(/\d+/g) ?? []).map(Number)
    if (from === undefined) return []
    if (to === undefined || to < from || to - from > maxRangeLength) return [from]
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
}

function outsideCode(text: string, change: (part: string) => string): string {
  return text
    .split(codeSpan)
    .map((part) => (part.startsWith('`') ? part : change(part)))
    .join('')
}
