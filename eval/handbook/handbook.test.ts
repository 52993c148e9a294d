import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { benchEmbedder } from '../../bench/bench-embedder.ts'
import { unescapeMarkdown } from '../../src/answer/markdown-text.ts'
import type { Embedder } from '../../src/models/embedder.ts'
import { containsPhrase, createSampleApp, type HandbookQuestion, readQuestions } from './sample-app.ts'

/** Floors below the measured rates, so that a change that loses answers or refusals fails. See docs/quality.md. */
const minimumRates = {
  withModel: { right: 0.62, refused: 0.55, falseRefusal: 0.22 },
  wordsAlone: { right: 0.55, refused: 0.5, falseRefusal: 0.2 },
}

describe('questions over the sample handbook', () => {
  let embedder: Embedder | undefined
  beforeAll(async () => {
    embedder = await benchEmbedder().catch(() => undefined)
  })
  afterAll(() => embedder?.close())

  test('with the local model: answers, refusals and nothing withheld', async (context) => {
    if (!embedder) context.skip('the embedding model is not available')
    await measureRates('with the model', embedder, minimumRates.withModel)
  }, 600_000)

  test('by words alone: answers, refusals and nothing withheld', async () => {
    await measureRates('words alone', undefined, minimumRates.wordsAlone)
  }, 600_000)
})

async function measureRates(
  name: string,
  embedder: Embedder | undefined,
  floor: { right: number; refused: number; falseRefusal: number },
) {
  const service = await createSampleApp({ embedder })
  try {
    const questions = readQuestions()
    let right = 0
    let refused = 0
    let falseRefusals = 0
    for (const question of questions) {
      const caller = service.callers.get(question.as)
      if (!caller) throw new Error(`There is no caller for ${question.as}`)
      const { answer, sources } = await service.app.answering.ask(caller, {
        question: question.question,
        parentId: undefined,
      })
      expect(danglingCitations(answer, sources.length), question.id).toEqual([])
      for (const withheld of question.withheld ?? []) {
        expect(
          sources.map((source) => source.id),
          question.id,
        ).not.toContain(withheld)
      }
      if (!question.answerable) refused += sources.length === 0 ? 1 : 0
      else if (sources.length === 0) falseRefusals += 1
      else if (isCorrect(question, answer, sources)) right += 1
      if (process.env.VERBOSE) {
        const verdict = question.answerable
          ? isCorrect(question, answer, sources)
            ? 'right'
            : 'WRONG'
          : sources.length === 0
            ? 'refused'
            : 'ANSWERED'
        console.log(`${verdict} ${question.id} ${question.question}\n   ${answer.replaceAll('\n', ' ')}`)
      }
    }
    const answerable = questions.filter((question) => question.answerable).length
    const rates = {
      right: right / answerable,
      refused: refused / (questions.length - answerable),
      falseRefusal: falseRefusals / answerable,
    }
    console.log(`${name}: ${JSON.stringify(rates)}`)
    expect(rates.right).toBeGreaterThanOrEqual(floor.right)
    expect(rates.refused).toBeGreaterThanOrEqual(floor.refused)
    expect(rates.falseRefusal).toBeLessThanOrEqual(floor.falseRefusal)
  } finally {
    await service.close()
  }
}

function isCorrect(question: HandbookQuestion, answer: string, sources: { id: string }[]): boolean {
  const found = question.answer?.some((phrase) => containsPhrase(unescapeMarkdown(answer), phrase))
  const isCited = question.source?.some((id) => sources.some((source) => source.id === id))
  if (!found || !isCited) return false
  return question.kind !== 'newer' || (question.source?.includes(sources[0]?.id ?? '') ?? false)
}

function danglingCitations(answer: string, sources: number): number[] {
  const numbers = [...answer.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number))
  const cited = new Set(numbers)
  const missing = Array.from({ length: sources }, (_, index) => index + 1).filter((number) => !cited.has(number))
  return [...numbers.filter((number) => number < 1 || number > sources), ...missing]
}
