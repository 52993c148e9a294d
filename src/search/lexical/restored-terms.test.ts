import { expect, test } from 'vitest'
import { encodeTerms, restoreTerms } from './restored-terms.ts'
import { createTermDictionary } from './term-dictionary.ts'

const terms = [...Array.from({ length: 5000 }, (_, at) => `t${at}`), 'straße', '語', 'naïve', 't12ǀ', '']

test('every term is found by its number, and no other', () => {
  const restored = restoreTerms(encodeTerms(terms))
  expect(restored.size).toBe(terms.length)
  expect(terms.map((term) => restored.find(term))).toEqual(terms.map((_, at) => at))
  expect(terms.map((_, at) => restored.termAt(at))).toEqual(terms)
  for (const unknown of ['t5000', 't', 'strasse', '語語', 't1 t2', ' ']) expect(restored.find(unknown)).toBeUndefined()
  expect(restoreTerms(encodeTerms([])).find('t1')).toBeUndefined()
})

test('a restored dictionary has the ids of the one it was made from, and new ids for new terms', () => {
  const [original, restored] = [createTermDictionary(), createTermDictionary()]
  const ids = terms.map(original.intern)
  restored.restore(encodeTerms(terms))
  expect(restored.size).toBe(original.size)
  expect(terms.map(restored.find)).toEqual(ids)
  for (const dictionary of [original, restored]) {
    expect(dictionary.intern('t7')).toBe(ids[7])
    expect(dictionary.find('new')).toBeUndefined()
    const id = dictionary.intern('new')
    expect(id).toBe(terms.length * 2)
    expect([dictionary.intern('new'), dictionary.find('new')]).toEqual([id, id])
    expect([dictionary.termAt(7), dictionary.termAt(terms.length)]).toEqual(['t7', 'new'])
    expect(dictionary.size).toBe(terms.length + 1)
  }
})
