import { expect, test } from 'vitest'
import { passageFixture } from '../../test/support/read-passage.ts'
import { createCitationWriter, createSourceNumbers } from './citations.ts'
import { findSupportingPage } from './supporting-page.ts'

const first = 'The blue gate opens at seven.'
const second = 'The red gate opens at nine, and closes when the last ferry has left.'
const fixture = passageFixture({ body: `${first}\n${second}` })
const passage = {
  ...fixture,
  pages: [
    [0, 4],
    [first.length + 1, 5],
  ] as const,
  document: { ...fixture.document, url: 'https://files.test/gates.pdf', isPdf: true },
}

test('a quoted sentence has the page that it stands on', () => {
  expect(findSupportingPage(passage, '**nine**', second)).toBe(5)
  expect(findSupportingPage(passage, first, first)).toBe(4)
})

test('a written sentence has the page of the sentence that says it', () => {
  expect(findSupportingPage(passage, 'Nine is when the **red** gate is opened')).toBe(5)
  expect(findSupportingPage(passage, 'You can pass the blue gate from seven')).toBe(4)
  expect(findSupportingPage({ ...passage, pages: undefined }, first)).toBeUndefined()
})

test('a source opens at the page of the sentence that is cited first', () => {
  const announced: string[] = []
  const numbers = createSourceNumbers((source) => announced.push(source.url))
  const writer = createCitationWriter(numbers)
  writer.add({ text: second, quote: second, passages: [passage] })
  writer.add({ text: first, quote: first, passages: [passage] })
  expect(writer.result().sources.map(({ url }) => url)).toEqual(['https://files.test/gates.pdf#page=5'])
  expect(announced).toEqual(['https://files.test/gates.pdf#page=5'])
  expect(numbers.citedPages()).toEqual([[passage.documentKey, 5]])
})

test('the address of a slide deck stays as it is; its page is known', () => {
  const deck = { ...passage, document: { ...passage.document, url: 'https://files.test/gates.pptx', isPdf: false } }
  const numbers = createSourceNumbers()
  const writer = createCitationWriter(numbers)
  writer.add({ text: second, quote: second, passages: [deck] })
  expect(writer.result().sources[0]?.url).toBe('https://files.test/gates.pptx')
  expect(numbers.citedPages()).toEqual([[deck.documentKey, 5]])
})
