import type { PassageText } from '../../src/models/embedder.ts'
import type { Reader, Reading } from '../../src/models/reader.ts'

export interface StubReader extends Reader {
  /** What it was given to read. */
  calls: { question: string; passages: readonly PassageText[] }[]
}

/** A reader that takes sentences with the given words as the answer. */
export function createStubReader(prefers: RegExp, overrides: Partial<Reader> = {}): StubReader {
  const calls: StubReader['calls'] = []
  return {
    name: 'stub',
    language: 'en',
    passageBudget: 12,
    async read(question, passages) {
      calls.push({ question, passages })
      return passages.map((passage) => readingOf(passage, prefers))
    },
    async close() {},
    ...overrides,
    calls,
  }
}

export function readingOf({ sentences }: PassageText, prefers: RegExp): Reading {
  const answers = sentences.some((text) => prefers.test(text)) ? 30 : -30
  return {
    relevance: answers,
    answers,
    supports: 0,
    spanMargin: answers,
    sentences: sentences.map((text) => ({ evidence: prefers.test(text) ? 20 : -20, spanShare: 0 })),
    shortAnswer: undefined,
  }
}
