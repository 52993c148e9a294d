import { describe, expect, test } from 'vitest'
import type { ChatModel } from '../../models/chat.ts'
import { ChatError } from '../../models/chat-error.ts'
import { createToolCalls } from '../written/tool-calls.ts'
import { proposeSections } from './plan-report.ts'

/** A model that calls the tool with these arguments, or has none, and otherwise writes the text. */
function modelOf({ calls, text = '' }: { calls?: unknown[] | Error; text?: string }): ChatModel {
  return {
    name: 'm',
    async *stream() {
      yield* text.split(/(?<=\n)/)
    },
    ...(calls && {
      callTool: async () => {
        if (calls instanceof Error) throw calls
        return calls
      },
    }),
  }
}

function propose(chat: ChatModel, failures: unknown[] = []) {
  return proposeSections({
    chat,
    callTool: createToolCalls(),
    question: 'How do we travel?',
    language: 'en',
    signal: new AbortController().signal,
    onToolFailure: (error) => failures.push(error),
  })
}

const trains = { title: 'Trains', question: 'Which trains can I book?' }
const flights = { title: 'Flights', question: 'When can I fly?' }

describe('a plan', () => {
  test.each([
    ['in one call', [{ sections: [trains, flights] }]],
    ['in a call for each section', [trains, flights]],
    ['with a malformed or repeated section', [{ sections: [trains, null, 5, {}, { title: 7 }, trains, flights] }]],
    ['with markup', [{ sections: [{ ...trains, title: '## **Tra\u{E0041}ins**' }, flights] }]],
  ])('%s is read', async (_, calls) => {
    expect(await propose(modelOf({ calls }))).toEqual([trains, flights])
  })

  test('has six sections at most, of limited length', async () => {
    const sections = Array.from({ length: 30 }, (_, index) => ({
      title: `${index} ${'x'.repeat(500)}`,
      question: 'y'.repeat(2000),
    }))
    const plan = await propose(modelOf({ calls: [{ sections }] }))
    expect(plan).toHaveLength(6)
    expect(plan[0]?.title).toHaveLength(100)
    expect(plan[0]?.question).toHaveLength(300)
  })

  test('is read from text where the model has no tools, calls none, or fails to', async () => {
    const text = 'Sure, here it is:\n1. Trains | Which trains can I book?\n- **Flights**: When can I fly?\nGood luck!'
    const failures: unknown[] = []
    expect(await propose(modelOf({ text }))).toEqual([trains, flights])
    expect(await propose(modelOf({ calls: [], text }))).toEqual([trains, flights])
    expect(await propose(modelOf({ calls: new ChatError('timeout', 'late'), text }), failures)).toEqual([
      trains,
      flights,
    ])
    expect(failures).toHaveLength(1)
  })

  test.each([
    [
      'in a fence',
      `Here is the plan:\n\`\`\`json\n${JSON.stringify({ sections: [trains, flights] }, null, 2)}\n\`\`\`\nGood luck!`,
    ],
    [
      'with last commas',
      '[{"title": "Trains", "question": "Which trains can I book?",},\n{"title": "Flights", "question": "When can I fly?"},\n]',
    ],
    [
      'that is cut off',
      '{"sections": [{"title": "Trains", "question": "Which trains can I book?"}, {"title": "Flights", "question": "When can I fly?"}, {"title": "Ho',
    ],
    [
      'with other names',
      '[{"heading": "Trains", "query": "Which trains can I book?"}, {"heading": "Flights", "query": "When can I fly?"}]',
    ],
    ['with a question for each title', '{"Trains": "Which trains can I book?", "Flights": "When can I fly?"}'],
    [
      'as a table',
      '| Title | Question |\n|---|---|\n| Trains | Which trains can I book? |\n| Flights | When can I fly? |',
    ],
    ['with dashes', '1. **Trains** – Which trains can I book?\n2. **Flights** – When can I fly?'],
  ])('in text is read %s', async (_, text) => {
    expect(await propose(modelOf({ text }))).toEqual([trains, flights])
  })

  test('in a tool call can be a string', async () => {
    const calls = [{ sections: JSON.stringify([trains, flights]) }]
    expect(await propose(modelOf({ calls }))).toEqual([trains, flights])
  })

  test('as a list of titles asks for each', async () => {
    expect(await propose(modelOf({ text: '{"sections": ["Trains", "Flights"]}' }))).toEqual([
      { title: 'Trains', question: 'Trains' },
      { title: 'Flights', question: 'Flights' },
    ])
  })

  test('of JSON that cannot be read is none', async () => {
    for (const text of [
      '{\n"title": Trains,\n"question": Which,\n}',
      '{"sections": []}',
      '[1, 2, 3]',
      '{'.repeat(4000),
    ])
      expect(await propose(modelOf({ text }))).toEqual([])
  })

  test('in text without end is cut at a line', async () => {
    const text = `${'Trains | Which trains can I book?\n'.repeat(200)}Flights | When can I fly?`
    expect(await propose(modelOf({ text }))).toEqual([])
  })

  test('of one section, or of prose, is none', async () => {
    expect(await propose(modelOf({ calls: [{ sections: [trains] }], text: 'Trains are best.\nFly rarely.' }))).toEqual(
      [],
    )
  })
})
