import { expect, test } from 'vitest'
import { salientSentences } from './salience.ts'

const text = `Welcome to this page. What is it about?
The loading bay belongs to the warehouse team, and the warehouse team keeps its doors shut.
Somebody once saw a fox there.
Deliveries reach the loading bay before ten, and the warehouse team unloads them.`

test('returns the most salient sentences in the order of the text', () => {
  expect(salientSentences(text, { language: 'en', maxWords: 30 })).toEqual([
    'The loading bay belongs to the warehouse team, and the warehouse team keeps its doors shut.',
    'Deliveries reach the loading bay before ten, and the warehouse team unloads them.',
  ])
})

test('returns no more words than the limit, and nothing if nothing fits', () => {
  expect(salientSentences(text, { language: 'en', maxWords: 16 })).toHaveLength(1)
  expect(salientSentences(text, { language: 'en', maxWords: 3 })).toEqual([])
  expect(salientSentences('', { language: 'en', maxWords: 30 })).toEqual([])
})

test('a text of one short line is its own summary, and a text without spaces works like any other', () => {
  expect(salientSentences('Turbines turn.', { language: 'en', maxWords: 30 })).toEqual(['Turbines turn.'])
  const chinese = '仓库团队负责装卸区的管理。所有货物必须在上午十点之前送达装卸区。好。'
  expect(salientSentences(chinese, { language: 'zh', maxWords: 30 })[0]).toMatch(/装卸区/)
})
