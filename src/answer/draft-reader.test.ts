import { expect, test } from 'vitest'
import { createDraftReader } from './draft-reader.ts'

test('tags that would lead away or fetch something are no part of what a model says; code is', () => {
  const reader = createDraftReader()
  const draft =
    'Press <a href="https://evil.example/x">here</a> or <IMG src=x onerror=y>there [1]. The element `<form action="/x">` sends it [2].'
  expect([...reader.read(draft), ...reader.end()]).toEqual([
    { text: 'Press here or there.', numbers: [1], startsLine: true },
    { text: 'The element `<form action="/x">` sends it.', numbers: [2], startsLine: false },
  ])
})
