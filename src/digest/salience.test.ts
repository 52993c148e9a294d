import { expect, test } from 'vitest'
import { salientSentences } from './salience.ts'

const text = `Welcome to this page. What is it about?
The loading bay belongs to the warehouse team, and the warehouse team keeps its doors shut.
Somebody once saw a fox there.
Deliveries reach the loading bay before ten, and the warehouse team unloads them.`

test('the sentences that say most of what a text is about, in its own order', () => {
  expect(salientSentences(text, { language: 'en', maxWords: 30 })).toEqual([
    'The loading bay belongs to the warehouse team, and the warehouse team keeps its doors shut.',
    'Deliveries reach the loading bay before ten, and the warehouse team unloads them.',
  ])
})

test('no more words than asked for, and nothing where nothing fits', () => {
  expect(salientSentences(text, { language: 'en', maxWords: 16 })).toHaveLength(1)
  expect(salientSentences(text, { language: 'en', maxWords: 3 })).toEqual([])
  expect(salientSentences('', { language: 'en', maxWords: 30 })).toEqual([])
})

test('a text of one short line is told by it, and one without spaces like any other', () => {
  expect(salientSentences('Turbines turn.', { language: 'en', maxWords: 30 })).toEqual(['Turbines turn.'])
  const chinese = '仓库团队负责装卸区的管理。所有货物必须在上午十点之前送达装卸区。好。'
  expect(salientSentences(chinese, { language: 'zh', maxWords: 30 })[0]).toMatch(/装卸区/)
})
