export interface Span {
  start: number
  end: number
}

const shortestNeedle = 8

/**
 * Where the given texts stand within another one. Only letters and digits count, in any case: what was quoted has lost
 * line breaks, bullets and some punctuation on its way.
 */
export function findSpans(text: string, needles: readonly string[]): Span[] {
  const hay = bare(text)
  const spans: Span[] = []
  for (const needle of needles) {
    const wanted = bare(needle).letters
    if (wanted.length < shortestNeedle) continue
    let from = hay.letters.indexOf(wanted)
    while (from >= 0) {
      const start = hay.places[from] as number
      const end = endOfSentence(text, (hay.places[from + wanted.length - 1] as number) + 1)
      spans.push({ start, end })
      from = hay.letters.indexOf(wanted, from + wanted.length)
    }
  }
  return merged(spans)
}

/** Marks what the answer says; where it says it in other words, the passage that supports it. */
export function supportingSpans(
  texts: readonly string[],
  { sentences, explanation }: { sentences: readonly string[]; explanation: string },
): Span[][] {
  const quoted = texts.map((text) => findSpans(text, sentences))
  if (quoted.some((spans) => spans.length > 0)) return quoted
  const pieces = explanation.split(/\n+/).filter((piece) => piece.trim() !== '')
  return texts.map((text) => findSpans(text, pieces))
}

function bare(text: string): { letters: string; places: number[] } {
  let letters = ''
  const places: number[] = []
  for (const match of text.matchAll(/[\p{L}\p{N}]/gu)) {
    const lower = match[0].toLowerCase()
    letters += lower
    for (let unit = 0; unit < lower.length; unit += 1) places.push(match.index)
  }
  return { letters, places }
}

function endOfSentence(text: string, end: number): number {
  const tail = /^[\p{M}.!?…)”"’']*/u.exec(text.slice(end))
  return end + (tail?.[0].length ?? 0)
}

function merged(spans: Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && span.start <= last.end + 1) last.end = Math.max(last.end, span.end)
    else result.push({ ...span })
  }
  return result
}
