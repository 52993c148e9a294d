import { expect, test } from 'vitest'
import { isEnglishWord } from './english-words.ts'

test('common words are known, misspelt ones and word pieces are not', () => {
  const words = ['married', 'lighthouse', 'shine', 'marreid', 'onbaording', '##ing', '']
  expect(words.filter(isEnglishWord)).toEqual(['married', 'lighthouse', 'shine'])
})
