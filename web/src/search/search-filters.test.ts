import { describe, expect, test } from 'vitest'
import { isFiltered, readSearchState, type SearchState, searchPath, toSearchRequest } from './search-filters.ts'

const empty: SearchState = {
  query: '',
  source: undefined,
  ownerId: undefined,
  period: undefined,
  isVerified: false,
  page: 0,
}
const read = (text: string) => readSearchState(new URLSearchParams(text))

describe('the address of a search', () => {
  test.each<SearchState>([
    empty,
    { ...empty, query: 'on call & off', page: 3 },
    { ...empty, query: 'x', source: { kind: 'notes' }, ownerId: 'u 1', period: 'month', isVerified: true },
    { ...empty, query: 'x', source: { kind: 'source', id: 'notes' } },
  ])('holds the whole state: %j', (state) => {
    expect(readSearchState(new URL(searchPath(state), 'http://app.test').searchParams)).toEqual(state)
  })

  test('what makes no sense counts as absent', () => {
    expect(read('q=%20&source=&owner=&updated=constructor&page=-2')).toEqual(empty)
    expect(read('page=x').page).toBe(0)
  })

  test('tells whether it narrows', () => {
    expect([isFiltered({ ...empty, query: 'x', page: 2 }), isFiltered({ ...empty, isVerified: true })]).toEqual([
      false,
      true,
    ])
  })
})

describe('the request of a search', () => {
  const now = new Date(2026, 4, 10, 15, 30)

  test('names only what narrows', () => {
    expect(toSearchRequest({ ...empty, query: 'x' }, now)).toEqual({ query: 'x', details: true, limit: 20, page: 0 })
    expect(
      toSearchRequest(
        { query: 'x', source: { kind: 'source', id: 's' }, ownerId: 'u', period: 'week', isVerified: true, page: 1 },
        now,
      ),
    ).toEqual({
      ...{ query: 'x', details: true, limit: 20, page: 1, rootId: 's', ownerId: 'u', verifiedOnly: true },
      updatedAfter: new Date(2026, 4, 3).toISOString(),
    })
  })

  test('is the same for a whole day', () => {
    const state: SearchState = { ...empty, query: 'x', period: 'day' }
    expect(toSearchRequest(state, now)).toEqual(toSearchRequest(state, new Date(2026, 4, 10, 23, 59)))
  })
})
