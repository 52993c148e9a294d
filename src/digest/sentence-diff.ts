import { splitSentences } from '../ingest/sentences.ts'

/** What a text says that the one before it did not, and the other way round. */
export type SentenceDiff =
  | { kind: 'changed'; said: string; before: string; hasNewFigures: boolean }
  | { kind: 'added'; said: string }
  | { kind: 'dropped'; before: string }

/** Two sentences that share so much of their words are one sentence that was changed. */
const minDiceSimilarity = 0.5
/** More new or gone sentences than this are a new text, not an edited one; pairing them would also be slow. */
const maxPairedSentences = 250

/**
 * Sentence by sentence: order, headings, spaces, capitals and punctuation do not count. The changed ones first, those
 * with other figures before the rest; then what was added, in the order of the text; then what is gone.
 */
export function diffSentences(
  { before, after, headings }: { before: string; after: string; headings: ReadonlySet<string> },
  language: string,
): SentenceDiff[] {
  const old = sentencesByKey(before, language)
  const now = sentencesByKey(after, language)
  const gone = [...old].filter(([key]) => !now.has(key)).map(([, text]) => text)
  const fresh = [...now].filter(([key, text]) => !old.has(key) && !headings.has(text)).map(([, text]) => text)
  const pairs = gone.length + fresh.length <= maxPairedSentences ? pairChangedSentences(gone, fresh) : []
  const isPaired = new Set(pairs.flatMap(({ said, before: was }) => [said, was]))
  return [
    ...pairs.sort((one, other) => Number(other.hasNewFigures) - Number(one.hasNewFigures)),
    ...fresh.filter((text) => !isPaired.has(text)).map((said) => ({ kind: 'added' as const, said })),
    // Of the old text it is not known what was a heading.
    ...gone
      .filter((text) => !isPaired.has(text) && isCompleteStatement(text))
      .map((text) => ({ kind: 'dropped' as const, before: text })),
  ]
}

/** By what is compared; the same sentence twice counts once. */
function sentencesByKey(text: string, language: string): Map<string, string> {
  const sentences = new Map<string, string>()
  for (const { text: sentence } of splitSentences(text, language)) {
    const key = comparableWords(sentence).join(' ')
    if (key !== '' && !sentences.has(key)) sentences.set(key, sentence.replace(/\s+/g, ' ').trim())
  }
  return sentences
}

/** Letters, digits, and the signs that change what a figure means. */
function comparableWords(sentence: string): string[] {
  return (
    sentence
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}%€$£+]+|[-−](?=\d)/gu) ?? []
  )
}

function pairChangedSentences(
  gone: readonly string[],
  fresh: readonly string[],
): (SentenceDiff & { kind: 'changed' })[] {
  const bags = gone.map((text) => new Set(comparableWords(text)))
  const likely: { alike: number; said: string; before: string }[] = []
  for (const said of fresh) {
    const words = new Set(comparableWords(said))
    for (const [index, bag] of bags.entries()) {
      const alike = diceSimilarity(words, bag)
      if (alike >= minDiceSimilarity) likely.push({ alike, said, before: gone[index] as string })
    }
  }
  const taken = new Set<string>()
  const chosen = new Map<string, string>()
  for (const { said, before } of likely.sort((one, other) => other.alike - one.alike)) {
    if (chosen.has(said) || taken.has(before)) continue
    chosen.set(said, before)
    taken.add(before)
  }
  // In the order of the text.
  return fresh.flatMap((said) => {
    const before = chosen.get(said)
    return before === undefined
      ? []
      : [
          {
            kind: 'changed' as const,
            said,
            before,
            hasNewFigures: numberSequence(said) !== numberSequence(before),
          },
        ]
  })
}

/** Twice what they share, by what they have (Dice). */
function diceSimilarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const word of one) if (other.has(word)) shared += 1
  return (2 * shared) / Math.max(1, one.size + other.size)
}

function numberSequence(text: string): string {
  return (text.match(/\d+(?:[.,:]\d+)*/g) ?? []).join(' ')
}

function isCompleteStatement(text: string): boolean {
  return (
    /[.!?。！？…:;|]\)?$/.test(text) ||
    /^\s*(?:[-*•]|\d+[.)])\s/.test(text) ||
    comparableWords(text).length > 8
  )
}
