import { expect, it } from 'vitest'
import { passageFixture } from '../../../test/support/read-passage.ts'
import { findUncitedDocuments } from './uncited-documents.ts'

const gate = passageFixture({
  documentKey: 1,
  title: 'Gates',
  body: 'The gate opens at 7 for everyone. Ask Ada Berg.',
})
const plans = passageFixture({
  documentKey: 2,
  title: 'Plans',
  body: 'Project Falcon costs 12,500 euros. Everyone asks: mail falcon@acme.test or see https://plans.acme.test/budget.',
})
const later = passageFixture({ documentKey: 3, title: 'Later', body: 'Falcon moves in 2031.' })

it.each([
  ["The notes don't say whether Falcon moves the gate.", [2]],
  ["The notes don't name a reason for the 12 500 euros.", [2]],
  ["The notes don't say who reads falcon@acme.test.", [2]],
  ["The notes don't say more (only see https://plans.acme.test/budget).", [2]],
  ["The notes don't say what happens in 2031, or who Ada Berg is.", [3]],
  ['## Falcon in 2031', [2, 3]],
  // In the question, in a cited document, or in none.
  ["The notes don't say whether Lighthouse opens at 7 for Ada.", []],
  ['Everyone asks: Here are the steps for Penguins.', []],
])('what %j has from documents that are not cited is found in them', (text, expected) => {
  const found = findUncitedDocuments([text], {
    question: 'When does Lighthouse open?',
    passages: [gate, plans, later],
    citedChunks: new Set([gate.chunkKey]),
    language: 'en',
  })
  expect(found.sort()).toEqual(expected)
})
