export interface TextSpan {
  start: number
  end: number
}

const minNeedleLength = 8

/**
 * Where the given texts stand within another one. Only letters and digits count, in any case: what was quoted has lost
 * line breaks, bullets and some punctuation on its way.
 */
export function findSpans(text: string, needles: readonly string[]): TextSpan[] {
  const hay = normalizeForMatching(text)
  const spans: TextSpan[] = []
  for (const needle of needles) {
    const wanted = normalizeForMatching(needle).letters
    if (wanted.length < minNeedleLength) continue
    let from = hay.letters.indexOf(wanted)
    while (from >= 0) {
      const start = hay.places[from] as number
      const end = extendToSentenceEnd(text, (hay.places[from + wanted.length - 1] as number) + 1)
      spans.push({ start, end })
      from = hay.letters.indexOf(wanted, from + wanted.length)
    }
  }
  return mergeSpans(spans)
}

/** Marks what the answer says; where it says it in other words, the passage that supports it. */
export function findSupportingSpans(
  texts: readonly string[],
  { sentences, explanation }: { sentences: readonly string[]; explanation: string },
): TextSpan[][] {
  const quoted = texts.map((text) => findSpans(text, sentences))
  if (quoted.some((spans) => spans.length > 0)) return quoted
  const pieces = explanation.split(/\n+/).filter((piece) => piece.trim() !== '')
  return texts.map((text) => findSpans(text, pieces))
}

function normalizeForMatching(text: string): { letters: string; places: number[] } {
  let letters = ''
  const places: number[] = []
  for (const match of text.matchAll(/[\p{L}\p{N}]/gu)) {
    const lower = match[0].toLowerCase()
    letters += lower
    for (let unit = 0; unit < lower.length; unit += 1) places.push(match.index)
  }
  return { letters, places }
}

function extendToSentenceEnd(text: string, end: number): number {
  const tail = /^[\p{M}.!?…)”"’']*/u.exec(text.slice(end))
  return end + (tail?.[0].length ?? 0)
}

function mergeSpans(spans: TextSpan[]): TextSpan[] {
  const result: TextSpan[] = []
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && span.start <= last.end + 1) last.end = Math.max(last.end, span.end)
    else result.push({ ...span })
  }
  return result
}
