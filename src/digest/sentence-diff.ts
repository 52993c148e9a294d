import { isListItem } from '../answer/list-marker.ts'
import { diceSimilarity } from '../answer/set-similarity.ts'
import { splitSentences } from '../ingest/sentences.ts'

/** A sentence that one of two texts has and the other lacks, or a changed pair. */
export type SentenceDiff =
  | { kind: 'changed'; said: string; before: string; hasNewFigures: boolean }
  | { kind: 'added'; said: string }
  | { kind: 'dropped'; before: string }

/** Minimum similarity of two sentences that count as one changed sentence. */
const minDiceSimilarity = 0.5
/** With more new and dropped sentences than this, the text is new rather than edited, and pairing would be slow. */
const maxPairedSentences = 250

/**
 * Compares two texts by sentences, ignoring order, headings, spaces, case and punctuation. Returns changed sentences
 * first, those with changed numbers before the rest; then added ones in the order of the text; then dropped ones.
 */
export function diffSentences(
  { before, after, headings }: { before: string; after: string; headings: ReadonlySet<string> },
  language: string,
): SentenceDiff[] {
  const old = sentencesByKey(before, language)
  const current = sentencesByKey(after, language)
  const dropped = [...old].filter(([key]) => !current.has(key)).map(([, text]) => text)
  const added = [...current].filter(([key, text]) => !old.has(key) && !headings.has(text)).map(([, text]) => text)
  const pairs = dropped.length + added.length <= maxPairedSentences ? pairChangedSentences(dropped, added) : []
  const isPaired = new Set(pairs.flatMap(({ said, before: was }) => [said, was]))
  return [
    ...pairs.sort((a, b) => Number(b.hasNewFigures) - Number(a.hasNewFigures)),
    ...added.filter((text) => !isPaired.has(text)).map((said) => ({ kind: 'added' as const, said })),
    // The headings of the old text are not known.
    ...dropped
      .filter((text) => !isPaired.has(text) && isCompleteStatement(text))
      .map((text) => ({ kind: 'dropped' as const, before: text })),
  ]
}

/** Returns the sentences by the words that are compared. A repeated sentence counts once. */
function sentencesByKey(text: string, language: string): Map<string, string> {
  const sentences = new Map<string, string>()
  for (const { text: sentence } of splitSentences(text, language)) {
    const key = comparableWords(sentence).join(' ')
    if (key !== '' && !sentences.has(key)) sentences.set(key, sentence.replace(/\s+/g, ' ').trim())
  }
  return sentences
}

/** Returns words and numbers, with the signs that change the value of a number. */
function comparableWords(sentence: string): string[] {
  return (
    sentence
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}%€$£+]+|[-−](?=\d)/gu) ?? []
  )
}

function pairChangedSentences(
  dropped: readonly string[],
  added: readonly string[],
): (SentenceDiff & { kind: 'changed' })[] {
  const droppedWords = dropped.map((text) => new Set(comparableWords(text)))
  const candidates: { similarity: number; said: string; before: string }[] = []
  for (const said of added) {
    const words = new Set(comparableWords(said))
    for (const [index, otherWords] of droppedWords.entries()) {
      const similarity = diceSimilarity(words, otherWords)
      if (similarity >= minDiceSimilarity) candidates.push({ similarity, said, before: dropped[index] as string })
    }
  }
  const taken = new Set<string>()
  const chosen = new Map<string, string>()
  for (const { said, before } of candidates.sort((a, b) => b.similarity - a.similarity)) {
    if (chosen.has(said) || taken.has(before)) continue
    chosen.set(said, before)
    taken.add(before)
  }
  return added.flatMap((said) => {
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

function numberSequence(text: string): string {
  return (text.match(/\d+(?:[.,:]\d+)*/g) ?? []).join(' ')
}

function isCompleteStatement(text: string): boolean {
  return /[.!?。！？…:;|]\)?$/.test(text) || isListItem(text) || comparableWords(text).length > 8
}
