import { expect, test } from 'vitest'
import type { Caller } from '../../access/caller.ts'
import { expandQuestion } from './question-expansion.ts'

const caller = {} as Caller
/** Passages contain only "carried". */
const vocabulary: Parameters<typeof expandQuestion>[0] = {
  findKnownTerms: async (_caller, terms) => new Set(terms.filter((term) => term === 'carri')),
  findNearTerms: async (_caller, misspellings) => misspellings.map(() => [{ term: 'carri', confidence: 1 }]),
  search: async () => ({ hits: [] }) as never,
}

test('a word that no passage contains is searched as the nearest that one does', async () => {
  expect((await expandQuestion(vocabulary, caller, 'carreid?')).terms).toContain('carri')
})

test('a word that is spelt right stays as it is', async () => {
  const { terms } = await expandQuestion(vocabulary, caller, 'married?', (word) => word === 'married')
  expect(terms).toContain('marri')
  expect(terms).not.toContain('carri')
})
