import type { ReadPassage } from '../../src/answer/reading/read-passages.ts'
import type { Passage } from '../../src/search/retrieval.ts'

/** A unit of a passage with its indentation, and how well it answers: the reader's evidence, which is its score too. */
export type ScoredLine = [text: string, evidence: number]

let counter = 0

/** A passage as retrieval returns it; each has a document of its own unless one is named. */
export function passageFixture(
  fields: {
    body?: string
    documentKey?: number
    ordinal?: number
    title?: string
    id?: string
    heading?: string
    updatedAt?: Date
    reviewState?: 'Verified' | 'Outdated'
  } = {},
): Passage {
  counter += 1
  const { body = 'Text.', documentKey = counter, ordinal = 0, title = 'Note', updatedAt, reviewState } = fields
  const { id = `note-${documentKey}`, heading = '' } = fields
  return {
    chunkKey: counter,
    documentKey,
    ordinal,
    duplicates: [],
    similarity: 0.8,
    terms: new Uint32Array(),
    score: 1,
    heading,
    body,
    pages: undefined,
    document: {
      id,
      rootId: undefined,
      sourceName: undefined,
      title,
      path: [],
      url: `https://notes.test/${documentKey}`,
      isPdf: false,
      isAttachment: false,
      language: 'en',
      updatedAt: updatedAt ?? new Date('2026-11-01T09:00:00Z'),
      reviewState,
      reviewUntil: undefined,
    },
  }
}

/** A passage with the reader's view of it. `answers` decides whether the question counts as answered. */
export function readPassageFixture(
  lines: readonly ScoredLine[],
  {
    answers = 8,
    shortAnswer,
    ...fields
  }: Parameters<typeof passageFixture>[0] & { answers?: number; shortAnswer?: { line: number; words: string } } = {},
): ReadPassage {
  const sentences = lines.map(([text]) => text.trim())
  const start = shortAnswer ? sentences[shortAnswer.line]!.indexOf(shortAnswer.words) : 0
  return {
    passage: passageFixture({ ...fields, body: lines.map(([text]) => text).join('\n') }),
    sentences,
    reading: {
      relevance: answers,
      answers,
      supports: 0,
      spanMargin: answers,
      sentences: lines.map(([, evidence], line) => ({ evidence, spanShare: line === shortAnswer?.line ? 1 : 0 })),
      shortAnswer: shortAnswer && { sentence: shortAnswer.line, start, end: start + shortAnswer.words.length },
    },
    scores: lines.map(([, evidence]) => ({
      score: evidence,
      similarity: 0.8,
      coverage: 0.5,
      missingShare: 0,
      missingNames: 0,
      isRangeMatch: false,
      isOtherCode: false,
      isNamedRow: false,
      hasAskedCell: false,
    })),
  }
}
