import { describe, expect, test } from 'vitest'
import type { ChatModel } from '../../models/chat.ts'
import { ChatError } from '../../models/chat-error.ts'
import type { Passage } from '../../search/retrieval.ts'
import { createSearchSteps, needsSeveralSearches } from './search-steps.ts'
import { createToolCalls } from './tool-calls.ts'

const passage = (chunkKey: number) =>
  ({
    chunkKey,
    documentKey: chunkKey,
    document: { title: `Note ${chunkKey}`, updatedAt: new Date(0) },
    body: '',
  }) as unknown as Passage

const chatCalling = (callTool: ChatModel['callTool']): ChatModel => ({
  name: 'm',
  stream: () => {
    throw new Error('not used')
  },
  ...(callTool && { callTool }),
})

function run(chat: ChatModel, { searched = [] as string[], failures = [] as unknown[] } = {}) {
  return createSearchSteps(createToolCalls())({
    chat,
    question: 'Compare tea and coffee',
    passages: [passage(1), passage(2)],
    search: async (query) => {
      searched.push(query)
      return [passage(10 * searched.length), passage(1)]
    },
    signal: new AbortController().signal,
    onFailure: (error) => failures.push(error),
  })
}

const keysOf = ({ passages }: { passages: Passage[] }) => passages.map(({ chunkKey }) => chunkKey)

describe('search steps', () => {
  test('put the best passage of each search first, each passage once', async () => {
    const found = await run(chatCalling(async () => [{ query: 'tea' }, { query: 'coffee' }]))
    expect(found.searches).toEqual(['tea', 'coffee'])
    expect(keysOf(found)).toEqual([1, 10, 20, 2])
  })

  test('ignore malformed, empty and repeated searches, and the question itself', async () => {
    const calls = [null, 'tea', { query: 5 }, { query: ' ' }, {}, { query: 'tea' }, { query: 'tea' }]
    const found = await run(chatCalling(async () => [...calls, { query: 'compare TEA and coffee' }]))
    expect(found.searches).toEqual(['tea'])
  })

  test('cut long searches and remove invisible characters', async () => {
    const searched: string[] = []
    await run(
      chatCalling(async () => [{ query: `te\u{E0041}a${'x'.repeat(500)}` }]),
      { searched },
    )
    expect(searched[0]).toHaveLength(300)
    expect(searched[0]).toMatch(/^teax/)
  })

  test('fall back to one step without tools, and when the model fails', async () => {
    const failures: unknown[] = []
    expect(keysOf(await run(chatCalling(undefined)))).toEqual([1, 2])
    const failing = chatCalling(async () => {
      throw new ChatError('timeout', 'too late')
    })
    const found = await run(failing, { failures })
    expect([keysOf(found), found.searches, failures.length]).toEqual([[1, 2], [], 1])
  })
})

describe('needsSeveralSearches', () => {
  test.each([
    'What is the difference between sick leave and parental leave?',
    'How do holidays in Leipzig compare with Kobe?',
    'How many days do I get and who approves them?',
    'When does it open? Who has the key?',
    'Worin besteht der Unterschied zwischen Gleitzeit und Vertrauensarbeitszeit?',
    'Wie viele Tage gibt es, und wer genehmigt sie?',
    'Quelle est la différence entre les deux contrats ?',
  ])('%s', (question) => expect(needsSeveralSearches(question)).toBe(true))

  test.each([
    'When does the office open?',
    'How many holidays do I get every year?',
    'Who approves expenses and travel?',
    'Wo finde ich Vorlagen und Logos?',
  ])('not: %s', (question) => expect(needsSeveralSearches(question)).toBe(false))
})
