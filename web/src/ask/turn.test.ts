import { expect, test } from 'vitest'
import type { ThreadTurn } from '../../../sdk/src/operations.ts'
import { type LiveTurn, showTurns } from './turn.ts'

const stored = (id: string, question: string, fields: Partial<ThreadTurn> = {}): ThreadTurn => ({
  id,
  question,
  askedAt: '2026-11-15T10:00:00.000Z',
  state: 'done',
  outcome: 'answered',
  parentId: null,
  assistantId: null,
  rootId: null,
  standaloneQuestion: null,
  answer: `Answer to ${question}`,
  sources: [],
  rating: null,
  ratingReason: null,
  isShared: false,
  ...fields,
})
const live = (question: string, fields: Partial<LiveTurn> = {}): LiveTurn => ({
  key: 'live-1',
  id: undefined,
  threadId: 't',
  question,
  standaloneQuestion: null,
  state: 'asking',
  answer: '',
  sources: [],
  related: [],
  filter: {},
  record: undefined,
  error: undefined,
  knownIds: new Set(['a', 'b']),
  ...fields,
})
const before = [stored('a', 'First?'), stored('b', 'Second?')]
const shown = (turns: ReturnType<typeof showTurns>) => turns.map(({ key, question }) => `${key} ${question}`)

test('a question that is being asked comes after the stored ones', () => {
  expect(shown(showTurns(before, live('Third?')))).toEqual(['a First?', 'b Second?', 'live-1 Third?'])
})

test('once stored it is shown once, under the key that it had', () => {
  const after = [...before, stored('c', 'Third?')]
  expect(shown(showTurns(after, live('Third?', { state: 'done' })))).toEqual(['a First?', 'b Second?', 'live-1 Third?'])
})

test('the same question asked again is a new turn', () => {
  expect(shown(showTurns(before, live('Second?')))).toEqual(['a First?', 'b Second?', 'live-1 Second?'])
})

test('a replacement hides what it replaces while it is answered, and nothing when it fails or is stopped', () => {
  const replacing = (state: LiveTurn['state']) =>
    shown(showTurns(before, live('New first?', { state, replacesId: 'a' })))
  expect(replacing('asking')).toEqual(['live-1 New first?'])
  expect(replacing('failed')).toEqual(['a First?', 'b Second?', 'live-1 New first?'])
  expect(replacing('stopped')).toEqual(['a First?', 'b Second?'])
})

test('a stopped question is shown once, although the service still writes, and can be asked again in its place', () => {
  const after = [...before, stored('c', 'Third?', { state: 'processing', outcome: null, answer: null })]
  const turns = showTurns(after, live('Third?', { state: 'stopped' }))
  expect(shown(turns)).toEqual(['a First?', 'b Second?', 'live-1 Third?'])
  expect(turns.at(-1)).toMatchObject({ id: 'c', state: 'stopped' })
})
