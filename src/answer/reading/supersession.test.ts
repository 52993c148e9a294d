import { expect, test } from 'vitest'
import { passageFixture } from '../../../test/support/read-passage.ts'
import { dropSuperseded } from './supersession.ts'

const at = new Date('2026-06-15T09:00:00Z')
const passageOf = (title: string, updatedAt = '2026-01-01') => ({
  ...passageFixture({ title, updatedAt: new Date(`${updatedAt}T09:00:00Z`) }),
  terms: new Uint32Array([1, 2, 3]),
})
const titlesAfter = (question: string, ...passages: ReturnType<typeof passageOf>[]) =>
  dropSuperseded(question, passages, at).map(({ document }) => document.title)

const question = 'How much is parking?'

test('of editions with years the latest holds, whenever they were written', () => {
  const [old, current] = [passageOf('Prices 2024', '2026-05-01'), passageOf('Prices 2026', '2026-01-01')]
  expect(titlesAfter(question, old, current)).toEqual(['Prices 2026'])
  expect(titlesAfter('How much was parking in 2024?', old, current)).toEqual(['Prices 2024', 'Prices 2026'])
})

test('an edition for a year to come does not hold yet', () => {
  const [current, next] = [passageOf('Prices 2026'), passageOf('Prices 2027', '2026-06-01')]
  expect(titlesAfter(question, next, current)).toEqual(['Prices 2026'])
  expect(titlesAfter('How much is parking in 2027?', next, current)).toEqual(['Prices 2027', 'Prices 2026'])
})

test('a period of two years counts from its first', () => {
  expect(titlesAfter(question, passageOf('Prices 2024/25'), passageOf('Prices 2025/26'))).toEqual(['Prices 2025/26'])
})

test('of editions without years the one that was changed later holds', () => {
  expect(titlesAfter(question, passageOf('Prices v1', '2025-01-01'), passageOf('Prices v2'))).toEqual(['Prices v2'])
  expect(titlesAfter(question, passageOf('Prices v1'), passageOf('Prices v2'))).toEqual(['Prices v1', 'Prices v2'])
})

test('an edition that is marked as old gives way to the one that is not, unless the question asks for it', () => {
  const [old, current] = [passageOf('Prices (outdated)', '2026-06-01'), passageOf('Prices', '2024-01-01')]
  expect(titlesAfter(question, old, current)).toEqual(['Prices'])
  expect(titlesAfter('How much was parking in the old list?', old, current)).toEqual(['Prices (outdated)', 'Prices'])
  expect(titlesAfter(question, passageOf('Prices (valid until 2023)'), current)).toEqual(['Prices'])
})

test('pages with different titles are no editions', () => {
  expect(titlesAfter(question, passageOf('Prices 2024'), passageOf('Opening hours 2026'))).toHaveLength(2)
})
