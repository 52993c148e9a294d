import { expect, test } from 'vitest'
import type { Passage } from '../../search/retrieval.ts'
import { createPassageFolding } from './passage-folding.ts'

const text =
  'The copper bell in the tower rings at noon, and everybody in the harbour hears it, in winter as well as in summer.'

const passage = (chunkKey: number, body = text, fields: object = {}) =>
  ({
    ...{ chunkKey, documentKey: chunkKey, heading: '', body, duplicates: [], score: 1 },
    document: { id: String(chunkKey), title: 'Bell', language: 'en', path: [] },
    ...fields,
  }) as unknown as Passage

const keysOf = (passages: readonly Passage[]) => passages.map(({ chunkKey }) => chunkKey)

test('a copy that a later search finds is replaced by the passage that was seen first', () => {
  const fold = createPassageFolding({ terms: [], weights: new Map() })
  expect(keysOf(fold([passage(1)]))).toEqual([1])
  expect(keysOf(fold([passage(2), passage(1)]))).toEqual([1])
})

test('a passage that stands for a copy replaces it later', () => {
  const fold = createPassageFolding({ terms: [], weights: new Map() })
  fold([passage(1, 'Short.', { duplicates: [passage(2, 'Other.')] })])
  expect(keysOf(fold([passage(2, 'Other.')]))).toEqual([1])
})

test('another figure is another text', () => {
  const fold = createPassageFolding({ terms: [], weights: new Map() })
  expect(keysOf(fold([passage(1, `${text} It weighs 20 kg.`), passage(2, `${text} It weighs 30 kg.`)]))).toEqual([1, 2])
})
