/** Shared words below which two sentences don't say the same. */
const minSharedWords = 2
const minSharedShare = 0.4

/**
 * Returns, for each statement, the sentence of a passage that shares most of its words. A written answer rewords its
 * source, so its statements aren't found there literally.
 */
export function findClosestSentences(passage: string, statements: readonly string[]): string[] {
  const sentences = splitIntoSentences(passage).map((text) => ({ text, words: significantWords(text) }))
  const closest = statements.flatMap((statement) => {
    const wanted = significantWords(statement)
    let best: { text: string; shared: number; share: number } | undefined
    for (const { text, words } of sentences) {
      const shared = [...wanted].filter((word) => words.has(word)).length
      const share = shared / Math.max(1, Math.min(wanted.size, words.size))
      if (shared < minSharedWords || share < minSharedShare) continue
      if (!best || shared > best.shared || (shared === best.shared && share > best.share))
        best = { text, shared, share }
    }
    return best ? [best.text] : []
  })
  return [...new Set(closest)]
}

function splitIntoSentences(text: string): string[] {
  return text
    .split(/\n+|(?<=[.!?。！？])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/** Returns the words that carry meaning, roughly: the longer ones and numbers. */
function significantWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => word.length > 3 || /\p{N}/u.test(word)))
}
