/** Ways to narrow a search by date, with the days that each looks back. */
export const searchPeriods = { day: 1, week: 7, month: 31, year: 366 } as const

export type SearchPeriod = keyof typeof searchPeriods

/** What the Search screen shows, as its address says. */
export interface SearchState {
  query: string
  /** A data source, or all notes; undefined: everything. */
  source: { kind: 'notes' } | { kind: 'source'; id: string } | undefined
  ownerId: string | undefined
  period: SearchPeriod | undefined
  isVerified: boolean
  /** Counted from 0. */
  page: number
}

export function readSearchState(search: URLSearchParams): SearchState {
  const period = search.get('updated') ?? ''
  const rootId = search.get('source') || undefined
  const page = Number(search.get('page') ?? 1) - 1
  return {
    query: (search.get('q') ?? '').trim(),
    source: rootId !== undefined ? { kind: 'source', id: rootId } : search.has('notes') ? { kind: 'notes' } : undefined,
    ownerId: search.get('owner') || undefined,
    period: isPeriod(period) ? period : undefined,
    isVerified: search.has('verified'),
    page: Number.isInteger(page) && page > 0 ? page : 0,
  }
}

/** Returns the address for a state; what is not narrowed is not in it. */
export function searchPath({ query, source, ownerId, period, isVerified, page }: SearchState): string {
  const search = new URLSearchParams()
  if (query !== '') search.set('q', query)
  if (source?.kind === 'source') search.set('source', source.id)
  if (source?.kind === 'notes') search.set('notes', '1')
  if (ownerId !== undefined) search.set('owner', ownerId)
  if (period !== undefined) search.set('updated', period)
  if (isVerified) search.set('verified', '1')
  if (page > 0) search.set('page', String(page + 1))
  const text = search.toString()
  return text === '' ? '/search' : `/search?${text}`
}

export function isFiltered({ source, ownerId, period, isVerified }: SearchState): boolean {
  return source !== undefined || ownerId !== undefined || period !== undefined || isVerified
}

const hitsPerPage = 20

/** Returns the request for a state. Days begin at midnight, so that the same search stays the same for a day. */
export function toSearchRequest({ query, source, ownerId, period, isVerified, page }: SearchState, now: Date) {
  return {
    query,
    details: true,
    limit: hitsPerPage,
    page,
    ...(source?.kind === 'source' && { rootId: source.id }),
    ...(source?.kind === 'notes' && { notesOnly: true }),
    ...(ownerId !== undefined && { ownerId }),
    ...(isVerified && { verifiedOnly: true }),
    ...(period !== undefined && { updatedAfter: daysBefore(now, searchPeriods[period]).toISOString() }),
  }
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days)
}

function isPeriod(text: string): text is SearchPeriod {
  return Object.hasOwn(searchPeriods, text)
}
