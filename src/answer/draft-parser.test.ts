import { expect, test } from 'vitest'
import { createDraftParser } from './draft-parser.ts'

test('tags that link or load something are removed, except in code', () => {
  const reader = createDraftParser()
  const draft =
    'Press <a href="https://evil.example/x">here</a> or <IMG src=x onerror=y>there [1]. The element `<form action="/x">` sends it [2].'
  expect([...reader.push(draft), ...reader.flush()]).toEqual([
    { text: 'Press here or there.', numbers: [1], startsLine: true },
    { text: 'The element `<form action="/x">` sends it.', numbers: [2], startsLine: false },
  ])
})
