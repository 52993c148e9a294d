import { expect, it } from 'vitest'
import type { NoteSearchResult, TitleSearchResult } from '../../../sdk/src/operations.ts'
import { joinNoteMatches } from './note-matches.ts'

const at = '2026-11-01T09:00:00.000Z'
const titleHit = (id: string): TitleSearchResult['hits'][number] => ({
  ...{ id, title: id, url: `/notes/${id}`, path: ['Top'], updatedAt: at },
})
const textHit = (id: string): NoteSearchResult['hits'][number] => ({
  ...{ id, title: id, type: 'rich_text', highlight: '', parentNotes: [{ id: 'top', title: 'Top' }] },
  ...{ updatedAt: at, lastEditedAt: at, archivedAt: null },
})

it('lists each note once, those found by their title first', () => {
  const found = joinNoteMatches([titleHit('holidays')], [textHit('pay'), textHit('holidays'), textHit('month')], 3)
  expect(found.map(({ id }) => id)).toEqual(['holidays', 'pay', 'month'])
  expect(found.map(({ path }) => path)).toEqual([['Top'], ['Top'], ['Top']])
  expect(joinNoteMatches([titleHit('a'), titleHit('b')], [textHit('c')], 2).map(({ id }) => id)).toEqual(['a', 'b'])
})

it('leaves out the note that is being moved', () => {
  const found = joinNoteMatches([titleHit('holidays')], [textHit('holidays'), textHit('pay')], 3, 'holidays')
  expect(found.map(({ id }) => id)).toEqual(['pay'])
})
