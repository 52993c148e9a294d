import { expect, test } from 'vitest'
import { atCitedPage, documentUrl, isUrlOfDocument, opensPdf, urlOfPage } from './document-url.ts'

const file = { id: 'a-1', rootId: 'my root/?', isAttachment: false, url: null }
const note = { id: 'n 1', rootId: null, isAttachment: false, url: null }
const attachment = { ...note, isAttachment: true }
const linked = { id: 'a-1', rootId: 'docs', isAttachment: false, url: 'https://files.test/Plan.PDF?v=2' }

test('a file without an address of its own has one at this service', () => {
  expect(documentUrl('https://lore.test', file)).toBe('https://lore.test/files/my%20root%2F%3F/a-1')
  expect(documentUrl('https://lore.test', note)).toBe('https://lore.test/notes/n%201')
  expect(documentUrl('https://lore.test', attachment)).toBe('https://lore.test/attachments/n%201')
})

test('an address at a page is still that of its document, also after PUBLIC_URL changed', () => {
  expect(isUrlOfDocument('https://old.test/files/my%20root%2F%3F/a-1#page=3', file)).toBe(true)
  expect(isUrlOfDocument(`${linked.url}#page=3`, linked)).toBe(true)
  expect(isUrlOfDocument(linked.url, linked)).toBe(true)
  expect(isUrlOfDocument('https://files.test/other.pdf#page=3', linked)).toBe(false)
  expect(isUrlOfDocument('https://a.test/x#page=3', { ...linked, url: 'https://a.test/x#page=3' })).toBe(true)
  expect(isUrlOfDocument('https://old.test/attachments/n%201#page=3', attachment)).toBe(true)
  expect(isUrlOfDocument('https://old.test/attachments/n%201#page=3', note)).toBe(false)
  expect(atCitedPage('https://old.test/files/r/a#page=3', 'https://new.test/files/r/a')).toBe(
    'https://new.test/files/r/a#page=3',
  )
  expect(atCitedPage('https://old.test/x', 'https://new.test/x')).toBe('https://new.test/x')
})

test('only PDFs open at a page', () => {
  expect(opensPdf(linked, null)).toBe(true)
  expect(opensPdf({ ...linked, url: 'https://files.test/show?id=3' }, 'application/pdf')).toBe(true)
  expect(opensPdf(file, 'application/pdf')).toBe(true)
  expect(opensPdf(file, 'text/plain')).toBe(false)
  expect(opensPdf({ ...linked, url: 'https://files.test/show?file=a.pdf' }, null)).toBe(false)
  expect(opensPdf({ ...linked, url: 'https://files.test/a.pdf#chapter' }, null)).toBe(false)
  expect(opensPdf(attachment, 'application/pdf')).toBe(true)
  expect(opensPdf(note, 'application/pdf')).toBe(false)
  expect(urlOfPage('https://files.test/a.pdf', undefined)).toBe('https://files.test/a.pdf')
})
