import type { Reading, SentenceReading, ShortAnswer } from './reader.ts'
import type { ReaderInput, SentencePiece } from './reader-input.ts'

/** The model's scores for one input; the arrays hold one number per token. */
export interface ReaderScores {
  relevance: number
  answers: number
  supports: number
  start: Float32Array
  end: Float32Array
  evidence: Float32Array
}

const maxSpanPieces = 30

/** Turns token scores into a reading of `sentenceCount` sentences. */
export function interpretScores(
  scores: ReaderScores,
  { bodyStart, pieces }: ReaderInput,
  sentenceCount: number,
): Reading {
  const start = scores.start.subarray(bodyStart, bodyStart + pieces.length)
  const end = scores.end.subarray(bodyStart, bodyStart + pieces.length)
  const evidence = scores.evidence.subarray(bodyStart, bodyStart + pieces.length)
  const span = findBestSpan(start, end)
  // The scores at [CLS] stand for "no short answer".
  const noAnswer = scores.start[0]! + scores.end[0]!
  return {
    relevance: scores.relevance,
    answers: scores.answers,
    supports: scores.supports,
    spanMargin: span ? span.score - noAnswer : Number.NEGATIVE_INFINITY,
    sentences: readSentences(pieces, evidence, softmax(start), softmax(end), sentenceCount),
    shortAnswer: span && locateSpan(pieces, span.from, span.to),
  }
}

function findBestSpan(start: Float32Array, end: Float32Array): { from: number; to: number; score: number } | undefined {
  let best: { from: number; to: number; score: number } | undefined
  for (let from = 0; from < start.length; from++) {
    const limit = Math.min(start.length, from + maxSpanPieces)
    for (let to = from; to < limit; to++) {
      const score = start[from]! + end[to]!
      if (!best || score > best.score) best = { from, to, score }
    }
  }
  return best
}

/** Returns the span within one sentence: one that runs on into the next sentence is cut at the end of its first. */
function locateSpan(pieces: readonly SentencePiece[], from: number, to: number): ShortAnswer | undefined {
  const first = pieces[from]
  if (!first) return undefined
  let last = first
  for (const piece of pieces.slice(from, to + 1)) if (piece.sentence === first.sentence) last = piece
  return { sentence: first.sentence, start: first.start, end: last.end }
}

/** Averages the evidence over each sentence's pieces, and sums up the span probabilities. */
function readSentences(
  pieces: readonly SentencePiece[],
  evidence: Float32Array,
  startShare: Float64Array,
  endShare: Float64Array,
  sentenceCount: number,
): SentenceReading[] {
  const sums = Array.from({ length: sentenceCount }, () => ({ evidence: 0, pieces: 0, spanShare: 0 }))
  for (const [i, { sentence }] of pieces.entries()) {
    const sum = sums[sentence]!
    sum.evidence += evidence[i]!
    sum.pieces += 1
    sum.spanShare += (startShare[i]! + endShare[i]!) / 2
  }
  return sums.map((sum) => ({
    evidence: sum.pieces > 0 ? sum.evidence / sum.pieces : undefined,
    spanShare: sum.spanShare,
  }))
}

function softmax(logits: Float32Array): Float64Array {
  const max = logits.reduce((largest, value) => Math.max(largest, value), Number.NEGATIVE_INFINITY)
  const shares = Float64Array.from(logits, (value) => Math.exp(value - max))
  const sum = shares.reduce((total, value) => total + value, 0)
  return shares.map((value) => value / sum)
}
