import { expect, test } from 'vitest'
import { ingestAsPlainText, ingestDocument } from './ingest-document.ts'
import { pageAt } from './passage-pages.ts'

const pages = [
  '<section data-page="12"><h1>Leave</h1><p>Everybody has 25 days.</p></section>',
  '<section data-page="13"><p>Days end in March.</p><p>Ask your lead.</p></section>',
].join('\n')

function ingest(content: string) {
  return ingestDocument({ title: 'Handbook', content, type: 'html' }).chunks
}

test('a passage that crosses pages knows where each begins', () => {
  const [chunk] = ingest(pages)
  expect(chunk?.text).toBe('Everybody has 25 days.\nDays end in March.\nAsk your lead.')
  expect(chunk?.pages).toEqual([
    [0, 12],
    [23, 13],
  ])
  expect(pageAt(chunk?.pages, chunk!.text.indexOf('Everybody'))).toBe(12)
  expect(pageAt(chunk?.pages, chunk!.text.indexOf('Days end'))).toBe(13)
  expect(pageAt(chunk?.pages, chunk!.text.indexOf('Ask'))).toBe(13)
})

test('each part of a paragraph that is larger than a passage has its page', () => {
  const long = `<section data-page="3"><p>${'The gate opens at seven in the morning. '.repeat(60)}</p></section>`
  const chunks = ingest(long)
  expect(chunks.length).toBeGreaterThan(1)
  for (const chunk of chunks) expect(chunk.pages).toEqual([[0, 3]])
})

test('rows of a table and items of a list have the page that they stand on', () => {
  const [chunk] = ingest(
    '<section data-page="1"><table><tr><th>City</th><th>Days</th></tr><tr><td>Kobe</td><td>30</td></tr></table></section>' +
      '<section data-page="2"><ul><li>Leeds</li><li>York</li></ul></section>',
  )
  expect(pageAt(chunk?.pages, chunk!.text.indexOf('Kobe'))).toBe(1)
  expect(pageAt(chunk?.pages, chunk!.text.indexOf('York'))).toBe(2)
})

test('text outside of pages has none, also after a page', () => {
  expect(ingest('<p>Plain.</p>')[0]?.pages).toBeUndefined()
  const [chunk] = ingest('<p>Before.</p><section data-page="4"><p>On it.</p></section><p>After.</p>')
  expect(pageAt(chunk?.pages, 0)).toBeUndefined()
  expect(pageAt(chunk?.pages, chunk!.text.indexOf('On it'))).toBe(4)
  expect(pageAt(chunk?.pages, chunk!.text.indexOf('After'))).toBeUndefined()
})

test('a section within a page keeps its number; other values are no pages', () => {
  const [nested] = ingest('<section data-page="7"><section><p>Inner.</p></section><p>Outer.</p></section>')
  expect(nested?.pages).toEqual([[0, 7]])
  for (const value of ['0', '-1', '1.5', 'ii', '', '1234567', '12"><script>'])
    expect(ingest(`<section data-page="${value}"><p>Text.</p></section>`)[0]?.pages).toBeUndefined()
})

test('a document that is read without a parser keeps its pages', () => {
  const { chunks } = ingestAsPlainText({ title: 'Handbook', content: pages, type: 'html' })
  const chunk = chunks.find(({ text }) => text.includes('Days end'))
  expect(pageAt(chunk?.pages, chunk!.text.indexOf('Days end'))).toBe(13)
})
