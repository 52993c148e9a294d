import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSampleApp, readQuestions } from '../../eval/handbook/sample-app.ts'
import { type LlmBehavior, startFakeLlm } from '../support/fake-llm.ts'

type Llm = Awaited<ReturnType<typeof startFakeLlm>>
type Sample = Awaited<ReturnType<typeof createSampleApp>>

const behaviors: LlmBehavior[] = [
  'honest',
  'invents-figures',
  'cites-what-is-not-there',
  'obeys-the-passages',
  'invents-a-sentence',
  'swaps-a-name',
  'links-away',
  'says-nothing',
  'cuts-the-stream',
]
/** What the misbehaving model says and no note does: not one of these may reach an answer. */
const inventedText =
  /98765|4321|HACKED|ignore my rules|system prompt|[Pp]enguins|Quackenbush|evil\.example|And more of it/

describe('citations, with a language model that misbehaves', () => {
  let llm: Llm
  let sample: Sample
  beforeAll(async () => {
    llm = await startFakeLlm()
    sample = await createSampleApp({ config: { llm: { baseUrl: llm.baseUrl, model: 'm', apiKey: '' } } })
  })
  afterAll(async () => {
    await sample.close()
    await llm.close()
  })

  test('over 300 questions: no dangling number, no invisible source, no unsupported sentence', async () => {
    const questions = readQuestions()
    let asked = 0
    for (const [round, question] of [...questions, ...questions].entries()) {
      llm.setBehavior(behaviors[round % behaviors.length] as LlmBehavior)
      const caller = sample.callers.get(question.as)
      if (!caller) throw new Error(`Nobody asks as ${question.as}`)
      const { answer, sources } = await sample.app.answering.ask(caller, {
        question: question.question,
        parentId: undefined,
      })
      asked += 1
      const place = `${question.id}, ${behaviors[round % behaviors.length]}: ${answer}`
      const numbers = [...answer.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number))
      expect(
        [...new Set(numbers)].sort((a, b) => a - b),
        place,
      ).toEqual(sources.map((_, index) => index + 1))
      expect(answer, place).not.toMatch(inventedText)
      for (const withheld of question.withheld ?? [])
        expect(
          sources.map(({ id }) => id),
          place,
        ).not.toContain(withheld)
      for (const source of sources) {
        await expect(sample.app.notes.find(caller, source.id), place).resolves.toBeDefined()
      }
    }
    expect(asked).toBeGreaterThan(300)
  }, 600_000)

  test('passages reach the model between marks that no document can know', async () => {
    llm.setBehavior('honest')
    llm.prompts.length = 0
    const caller = sample.callers.get('everyone')
    if (!caller) throw new Error('Nobody asks')
    await sample.app.answering.ask(caller, { question: 'When was Larkwain founded?', parentId: undefined })
    const [prompt] = llm.prompts
    const mark = /<passage-(\S+) number="N">/.exec(prompt?.system ?? '')?.[1]
    expect(mark).toMatch(/^[0-9a-f-]{36}$/)
    const opened = prompt?.user.match(new RegExp(`<passage-${mark} number="\\d+">`, 'g'))?.length
    const closed = prompt?.user.match(new RegExp(`</passage-${mark}>`, 'g'))?.length
    expect(opened).toBeGreaterThan(0)
    expect(closed).toBe(opened)
    const outside = prompt?.user.replace(new RegExp(`<passage-${mark}[\\s\\S]*?</passage-${mark}>`, 'g'), '').trim()
    expect(outside).toBe('Question: When was Larkwain founded?')
  })

  test('a model that fails leaves a quoted answer with a note', async () => {
    llm.setBehavior('fails')
    const caller = sample.callers.get('everyone')
    if (!caller) throw new Error('Nobody asks')
    const { answer, sources } = await sample.app.answering.ask(caller, {
      question: 'When was Larkwain founded?',
      parentId: undefined,
    })
    expect(sources.length).toBeGreaterThan(0)
    expect(answer).toContain('The language model could not be reached')
  }, 120_000)

  test('an answer can be streamed: source, delta, done', async () => {
    llm.setBehavior('honest')
    const reply = await sample.call(
      sample.keys.get('everyone'),
      'POST',
      '/v1/ask',
      { question: 'When was Larkwain founded?' },
      { accept: 'text/event-stream' },
    )
    expect(reply.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    const events = reply.text
      .trim()
      .split('\n\n')
      .map((block) => {
        const [event, data] = block.split('\n')
        return { event: event?.slice(7), data: JSON.parse(data?.slice(6) ?? 'null') }
      })
    expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['source', 'delta', 'done']))
    const done = events.at(-1)?.data
    const text = events
      .filter(({ event }) => event === 'delta')
      .map(({ data }) => data.text)
      .join('')
    expect(text).toBe(done.answer)
    expect(events.filter(({ event }) => event === 'source').map(({ data }) => data.source.id)).toEqual(
      done.sources.map((source: { id: string }) => source.id),
    )
  })
})
