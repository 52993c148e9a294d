import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { highlightNodes } from './highlight-nodes.tsx'
import { renderMarkdown } from './markdown.tsx'

beforeAll(() => {
  Object.defineProperty(globalThis, 'location', {
    value: new URL('https://lore.test/ask'),
    configurable: true,
  })
})

function highlight(text: string, sentences: string[], explanation = '') {
  const { nodes, isFound } = highlightNodes(renderMarkdown(text), { sentences, explanation })
  const html = renderToStaticMarkup(nodes)
  const marks = [...html.matchAll(/<mark>(.*?)<\/mark>/gs)].map(([, marked]) => marked)
  return { html, marks, isFound }
}

test('a sentence is marked across bold words, links and code, and the note looks as before', () => {
  const text = 'Before it. The **front gate** opens at [seven](https://example.com) with `unlock`. After it.'
  const { html, marks } = highlight(text, ['The front gate opens at seven with unlock.'])
  expect(marks).toEqual(['The ', 'front gate', ' opens at ', 'seven', ' with ', 'unlock', '.'])
  expect(html.replaceAll(/<\/?mark>/g, '')).toBe(renderToStaticMarkup(renderMarkdown(text)))
})

test('a list item and a heading are marked where they stand', () => {
  const { html } = highlight('## Doors\n\n- The gate opens at seven.\n- It is blue.', ['The gate opens at seven.'])
  expect(html).toContain('<li><mark>The gate opens at seven.</mark></li><li>It is blue.</li>')
})

test('a row of a table is found by the names of its columns, and only its cells are marked', () => {
  const table = '| Site | Days |\n|---|---|\n| Kobe | 20 |\n| Leipzig | 27 |'
  const { marks } = highlight(table, ['Site: Leipzig; Days: 27'])
  expect(marks).toEqual(['Leipzig', '27'])
})

test('a sentence is found around struck out words, which stay unmarked', () => {
  const { html } = highlight('The fee is ~~40 or **45**~~ 55 euros a day.', ['The fee is 55 euros a day.'])
  expect(html).toBe('<p><mark>The fee is </mark><s>40 or <strong>45</strong></s><mark> 55 euros a day.</mark></p>')
})

test('a reworded sentence marks the sentence of the passage that says the same', () => {
  const passage = 'The canteen is closed on Fridays. Visitors register at the north gate before noon.'
  const { marks } = highlight(passage, ['At the north gate, all visitors have to register.'], passage)
  expect(marks).toEqual(['Visitors register at the north gate before noon.'])
})

test('a text without the sentence and the passage stays unmarked', () => {
  const { html, isFound } = highlight('Something else.', ['The gate opens at seven.'], 'The gate opens at seven.')
  expect(isFound).toBe(false)
  expect(html).toBe('<p>Something else.</p>')
})

test('markup in a marked text stays text', () => {
  const { html } = highlight('The gate <img src=x onerror=alert(1)> opens at seven.', ['opens at seven.'])
  expect(html).not.toMatch(/<img/)
  expect(html).toContain('<mark>opens at seven.</mark>')
})
