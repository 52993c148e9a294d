import { countWords } from '../ingest/count-words.ts'
import { splitSentences } from '../ingest/sentences.ts'
import type { RetrievalResult } from '../search/retrieval.ts'
import { isUnanswerable } from './answerability.ts'
import { type CitedText, escapeCitationMarkers, quoteAsMarkdown } from './citations.ts'
import { isListItem } from './list-marker.ts'
import { escapeMarkdown } from './markdown-text.ts'
import { analyzeQuestion, questionCoverage, type ScoredSentence, scoreSentences } from './sentence-scoring.ts'
import { jaccardSimilarity } from './set-similarity.ts'
import { isLessTrustedRival, preferTrusted } from './trust.ts'

const maxQuotedWords = 60
/** Minimum score of a further sentence, relative to the best one. */
const minScoreRatio = 0.8
/** Minimum score of a rival in a more trusted document, relative to the best sentence. */
const minRivalScoreRatio = 0.8

/** Returns the sentences that answer the question, or none if the passages cover too little of it. */
export function extractAnswer(question: string, findings: RetrievalResult): CitedText[] {
  const analyzed = analyzeQuestion(question, findings)
  if (analyzed.stems.length === 0) return []
  const scored = scoreSentences(analyzed, findings.passages)
  const first = preferTrusted(scored, (best) => minRivalScoreRatio * best.score)
  if (!first || isUnanswerable(analyzed, first, findings.passages)) return []
  const chosen = [first]
  let words = first.wordCount
  for (const sentence of scored) {
    if (sentence.score < minScoreRatio * first.score) break
    if (sentence === first || sentence.wordCount < 3 || words + sentence.wordCount > maxQuotedWords) continue
    if (chosen.some((other) => isNearDuplicate(other, sentence) || isLessTrustedRival(other, sentence))) continue
    if (
      isSiblingTableRow(first, sentence) &&
      questionCoverage(analyzed, sentence.terms) < questionCoverage(analyzed, first.terms)
    )
      continue
    chosen.push(sentence)
    words += sentence.wordCount
  }
  return chosen
    .sort((a, b) => a.passageRank - b.passageRank || a.position - b.position)
    .flatMap((sentence) => withListItems(sentence, maxQuotedWords - words))
    .map((piece, index, pieces) => quotePiece(piece, pieces[index - 1]))
}

/** Renders a piece as Markdown. A numbered item keeps its number: a list would count on from the item before it. */
function quotePiece(piece: CitedText, previous: CitedText | undefined): CitedText {
  const number = itemNumber(piece.text)
  const numberBefore = itemNumber(previous?.text ?? '')
  if (number !== undefined && numberBefore !== undefined && number !== numberBefore + 1) {
    return { ...piece, text: escapeMarkdown(escapeCitationMarkers(piece.text)), startsParagraph: true }
  }
  const startsParagraph = previous?.startsLine === true && !piece.startsLine
  return { ...piece, text: quoteAsMarkdown(piece.text), startsParagraph }
}

function itemNumber(text: string): number | undefined {
  const digits = /^\d+(?=[.)] )/.exec(text)?.[0]
  return digits === undefined ? undefined : Number(digits)
}

/** Tells whether both are rows of the same table: of those, only the one the question names is an answer. */
function isSiblingTableRow(a: ScoredSentence, b: ScoredSentence): boolean {
  const columns = (text: string) => [...text.matchAll(/(?:^|; )([^:;]{1,80}): /g)].map((match) => match[1]).join('; ')
  return columns(a.text) !== '' && columns(a.text) === columns(b.text)
}

function isNearDuplicate(a: ScoredSentence, b: ScoredSentence): boolean {
  return jaccardSimilarity(a.terms, b.terms) >= 0.8
}

/** Returns the sentence, followed by its list items if it introduces a list and they fit. */
function withListItems(sentence: ScoredSentence, roomWords: number): CitedText[] {
  const { passage, text, position } = sentence
  const pieces: CitedText[] = [{ text, quote: text, passages: [passage], startsLine: isListItem(text) }]
  if (!/[:：]$/.test(text)) return pieces
  let room = Math.max(roomWords, 0) + 40
  for (const { text: line } of splitSentences(passage.body, passage.document.language).slice(position + 1)) {
    const words = countWords(line)
    if (!isListItem(line) || words > room) break
    room -= words
    pieces.push({ text: line, quote: line, passages: [passage], startsLine: true })
  }
  return pieces
}
