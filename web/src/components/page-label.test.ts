import { expect, test } from 'vitest'
import { pageLabel } from './page-label.ts'

test('names the page of a source, also before the stored answer is read', () => {
  expect(pageLabel({ page: 12, url: 'https://files.test/a.pdf' })).toBe('page 12')
  expect(pageLabel({ page: 12, url: 'https://files.test/deck.pptx?v=2' })).toBe('slide 12')
  expect(pageLabel({ page: 2, url: 'https://files.test/files/root/7', title: 'Budget.XLSX' })).toBe('sheet 2')
  expect(pageLabel({ url: 'https://files.test/a.pdf#page=3' })).toBe('page 3')
  expect(pageLabel({ url: 'https://files.test/a.pdf' })).toBeUndefined()
  expect(pageLabel({ url: 'https://files.test/a#page=3-4' })).toBeUndefined()
})
