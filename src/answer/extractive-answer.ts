import { countWords } from '../ingest/count-words.ts'
import { splitSentences } from '../ingest/sentences.ts'
import type { RetrievalResult } from '../search/retrieval.ts'
import { isUnanswerable } from './answerability.ts'
import type { CitedText } from './citations.ts'
import { analyzeQuestion, questionCoverage, type ScoredSentence, scoreSentences } from './sentence-scoring.ts'

const maxQuotedWords = 60
/** Another sentence is quoted only if it is nearly as good as the best one. */
const minScoreRatio = 0.8
/** Two documents that answer about equally well: the verified one is believed, or else the newer one. */
const minRivalScoreRatio = 0.8
const minRivalAgeDays = 30
const dayMs = 24 * 3600_000

/** The sentences that answer, quoted; none when the passages cover too little of what was asked. */
export function extractAnswer(question: string, findings: RetrievalResult): CitedText[] {
  const asked = analyzeQuestion(question, findings)
  if (asked.stems.length === 0) return []
  const scored = scoreSentences(asked, findings.passages)
  const first = preferTrustedOrNewer(scored)
  if (!first || isUnanswerable(asked, first, findings.passages)) return []
  const chosen = [first]
  let words = first.wordCount
  for (const sentence of scored) {
    if (sentence.score < minScoreRatio * first.score) break
    if (sentence === first || sentence.wordCount < 3 || words + sentence.wordCount > maxQuotedWords) continue
    if (chosen.some((other) => isNearDuplicate(other, sentence) || isLessTrustedRival(other, sentence)))
      continue
    if (
      isSiblingTableRow(first, sentence) &&
      questionCoverage(asked, sentence.terms) < questionCoverage(asked, first.terms)
    )
      continue
    chosen.push(sentence)
    words += sentence.wordCount
  }
  return chosen
    .sort((one, other) => one.passageRank - other.passageRank || one.position - other.position)
    .flatMap((sentence) => withListItems(sentence, maxQuotedWords - words))
    .map((piece, index, pieces) => ({
      ...piece,
      startsParagraph: pieces[index - 1]?.startsLine === true && !piece.startsLine,
    }))
}

/** The best sentence, or one of a newer or better trusted document that is nearly as good and covers the same. */
function preferTrustedOrNewer(scored: readonly ScoredSentence[]): ScoredSentence | undefined {
  const [best] = scored
  if (!best) return undefined
  const rivals = scored.filter(
    (sentence) => sentence.score >= minRivalScoreRatio * best.score && isLessTrustedRival(sentence, best),
  )
  return rivals.reduce((chosen, rival) => (isMoreTrusted(rival, chosen) ? rival : chosen), best)
}

/** `lesser` says much the same things as `other`, in a document that is trusted less or was last updated well before. */
function isLessTrustedRival(other: ScoredSentence, lesser: ScoredSentence): boolean {
  if (other.passage.documentKey === lesser.passage.documentKey) return false
  const standing = trustLevel(other) - trustLevel(lesser)
  const isLesser =
    standing > 0 || (standing === 0 && updatedAtMs(other) - updatedAtMs(lesser) >= minRivalAgeDays * dayMs)
  return isLesser && jaccardSimilarity(other.terms, lesser.terms) >= 0.35
}

function isMoreTrusted(one: ScoredSentence, other: ScoredSentence): boolean {
  const standing = trustLevel(one) - trustLevel(other)
  return standing === 0 ? updatedAtMs(one) > updatedAtMs(other) : standing > 0
}

/** Somebody vouches for it, nobody said anything, somebody flagged it as outdated. */
function trustLevel({ passage }: ScoredSentence): number {
  const { reviewState } = passage.document
  return reviewState === 'Verified' ? 2 : reviewState === 'Outdated' ? 0 : 1
}

/** Two rows of a table are alike in all but what they are about: one that is not asked for is no answer. */
function isSiblingTableRow(one: ScoredSentence, other: ScoredSentence): boolean {
  const columns = (text: string) =>
    [...text.matchAll(/(?:^|; )([^:;]{1,80}): /g)].map((match) => match[1]).join('; ')
  return columns(one.text) !== '' && columns(one.text) === columns(other.text)
}

function isNearDuplicate(one: ScoredSentence, other: ScoredSentence): boolean {
  return jaccardSimilarity(one.terms, other.terms) >= 0.8
}

function jaccardSimilarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const term of one) if (other.has(term)) shared += 1
  return shared / Math.max(1, one.size + other.size - shared)
}

function updatedAtMs({ passage }: ScoredSentence): number {
  return passage.document.updatedAt.getTime()
}

/** A line that announces a list is quoted with the list, as far as there is room. */
function withListItems(sentence: ScoredSentence, roomWords: number): CitedText[] {
  const { passage, text, position } = sentence
  const pieces: CitedText[] = [{ text, passages: [passage], startsLine: isListItem(text) }]
  if (!/[:：]$/.test(text)) return pieces
  let room = Math.max(roomWords, 0) + 40
  for (const { text: line } of splitSentences(passage.body, passage.document.language).slice(position + 1)) {
    const words = countWords(line)
    if (!isListItem(line) || words > room) break
    room -= words
    pieces.push({ text: line, passages: [passage], startsLine: true })
  }
  return pieces
}

function isListItem(text: string): boolean {
  return /^\s*(?:[-*•]|\d+[.)])\s/.test(text)
}
