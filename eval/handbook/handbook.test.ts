import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Conversation } from '../../src/answer/conversation/follow-up.ts'
import { unescapeMarkdown } from '../../src/answer/markdown-text.ts'
import type { Embedder } from '../../src/models/embedder.ts'
import { createLocalEmbedder } from '../../src/models/local-embedder.ts'
import { createLocalReader } from '../../src/models/local-reader.ts'
import type { Reader } from '../../src/models/reader.ts'
import {
  containsPhrase,
  createSampleApp,
  type HandbookQuestion,
  readForeignQuestions,
  readQuestions,
  type SampleApp,
} from './sample-app.ts'

/** Floors below the measured rates, so that a change that loses answers or refusals fails. See docs/quality.md. */
const minimumRates = {
  withModels: { right: 0.8, refused: 0.88, falseRefusal: 0.12 },
  wordsAlone: { right: 0.65, refused: 0.55, falseRefusal: 0.2 },
  otherLanguages: { right: 0.77, refused: 0.7 },
}

const measuringTimeoutMs = 1_800_000

describe('questions over the sample handbook, with the local models', () => {
  let service: SampleApp
  let models: { embedder: Embedder; reader: Reader }
  beforeAll(async () => {
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    models = { embedder: await createLocalEmbedder({ log }), reader: createLocalReader({ log }) }
    service = await createSampleApp(models)
  })
  afterAll(async () => {
    await service.close()
    await models.embedder.close()
    await models.reader.close()
  })
  const ask = async (question: string, conversation?: Conversation) => {
    const caller = service.callers.get('everyone')!
    const { answer } = await service.app.answering.ask(caller, { question, parentId: undefined }, {}, conversation)
    return answer.replace(/ \[\d+\]|\*\*/g, '')
  }

  test(
    'answers, refusals and nothing withheld',
    () => measureRates('with the models', service, minimumRates.withModels),
    measuringTimeoutMs,
  )

  test(
    'German, French, Spanish and Japanese questions are answered from English pages',
    async () => {
      const questions = readForeignQuestions()
      let right = 0
      let refused = 0
      for (const { id, question, answerable, answer: accepted } of questions) {
        const caller = service.callers.get('everyone')!
        const { answer, sources } = await service.app.answering.ask(caller, { question, parentId: undefined })
        if (answerable && accepted.some((phrase) => containsPhrase(unescapeMarkdown(answer), phrase))) right += 1
        if (!answerable && sources.length === 0) refused += 1
        if (process.env.VERBOSE) console.log(`${id} ${question}\n   ${answer}`)
      }
      const answerable = questions.filter((question) => question.answerable).length
      const rates = { right: right / answerable, refused: refused / (questions.length - answerable) }
      console.log(`other languages: ${JSON.stringify(rates)}`)
      expect(rates.right).toBeGreaterThanOrEqual(minimumRates.otherLanguages.right)
      expect(rates.refused).toBeGreaterThanOrEqual(minimumRates.otherLanguages.refused)
    },
    measuringTimeoutMs,
  )

  test.each([
    ['What is our holiday policy?', 'leave'],
    ['travel policy', 'travel-2026'],
    ['What are the rules for remote work?', 'working-hours'],
    ['expenses', 'expenses'],
    ['Do we have a policy on leaving?', 'leaving'],
    ['Explain frame numbers', 'frame-numbers'],
    ['Where can I find information about parental leave?', 'parental-leave'],
    ['Can you explain how the warranty works?', 'warranty'],
    ['Tell me about the learning budget', 'learning'],
    ['How does the support desk work?', 'customers'],
    ['What should I know about batteries?', 'batteries'],
    ['sick leave policy', 'sick-leave'],
    ['What is our pet policy?', undefined],
    ['What are the rules for tattoos?', undefined],
  ])('%s asks about a topic as a whole: the page is %s', async (question, page) => {
    const { sources } = await service.app.answering.ask(service.callers.get('everyone')!, {
      question,
      parentId: undefined,
    })
    expect(sources.map(({ id }) => id)).toEqual(page === undefined ? [] : [page])
  })

  test('"How many vacation days do I get in Kobe?" is answered by the row of Kobe', async () => {
    expect(await ask('How many vacation days do I get in Kobe?')).toBe(holidayTable('Kobe'))
  })

  test('"and in Leipzig?", asked next, is answered by the row of Leipzig', async () => {
    const turns = [{ question: 'How many vacation days do I get in Kobe?', answer: '' }]
    const answer = await ask('and in Leipzig?', { turns })
    expect([holidayTable('Leipzig'), holidayTable('Leipzig', 'Kobe')]).toContain(answer)
  })

  test('"Wie viele Urlaubstage habe ich in Leipzig?" is answered by the row of Leipzig', async () => {
    expect(await ask('Wie viele Urlaubstage habe ich in Leipzig?')).toBe(holidayTable('Leipzig'))
  })

  test('"Compare holidays at all sites" is answered by one table of all three', async () => {
    expect(await ask('Compare holidays at all sites')).toBe(holidayTable('Groningen', 'Leipzig', 'Kobe'))
  })

  test('"How do I claim expenses?" is answered by all four steps and nothing else', async () => {
    expect(await ask('How do I claim expenses?')).toBe(
      [
        '1. Photograph the receipt with the Magpie app on the day you get it.',
        '2. Choose a category and a cost centre.',
        '3. Write one line about why, and who was there if it was a meal.',
        '4. Send it. Your team lead approves within five working days; Coen Blauwhof checks.',
      ].join('\n'),
    )
  })
})

test(
  'questions over the sample handbook, by words alone: answers, refusals and nothing withheld',
  async () => {
    const service = await createSampleApp()
    try {
      await measureRates('words alone', service, minimumRates.wordsAlone)
    } finally {
      await service.close()
    }
  },
  measuringTimeoutMs,
)

/** Returns the table of paid holidays with the rows of these sites, in the order of the page and without bold. */
function holidayTable(...sites: string[]): string {
  const rows = [
    '| Groningen | 27 days | up to 5 days, until 30 June | Dutch calendar, Liberation Day every year |',
    '| Leipzig | 30 days | up to 5 days, until 31 March | calendar of Saxony |',
    '| Kobe | 20 days | up to 10 days, until 31 December | Japanese calendar |',
  ].filter((row) => sites.some((site) => row.startsWith(`| ${site} `)))
  return [
    '| Site | Paid holiday, full time | Carry-over to next year | Public holidays |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

async function measureRates(
  name: string,
  service: SampleApp,
  floor: { right: number; refused: number; falseRefusal: number },
) {
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
