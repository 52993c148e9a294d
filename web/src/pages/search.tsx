import { useLocation, useSearchParams } from 'wouter'
import { maxSearchLength } from '../../../src/contract/text-limits.ts'
import { useApiQuery, useOrganization } from '../api/queries.ts'
import { FieldErrorText } from '../components/field.tsx'
import { Icon } from '../components/icon.tsx'
import { Page, useDocumentTitle } from '../components/page.tsx'
import { Pagination } from '../components/pagination.tsx'
import { EmptyState, QueryState } from '../components/query-state.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { exceededLimit } from '../components/text-limit.ts'
import { useTypedQuery } from '../components/use-typed-query.ts'
import { searchText as text } from '../messages/search.ts'
import { SearchFilterBar } from '../search/search-filter-bar.tsx'
import { isFiltered, readSearchState, type SearchState, searchPath, toSearchRequest } from '../search/search-filters.ts'
import { SearchHitRow } from '../search/search-hit-row.tsx'

/** The Search screen. Its address holds the words, the filters and the page. */
export function SearchPage() {
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const state = readSearchState(search)
  const change = (changes: Partial<SearchState>, isReplacing = false) =>
    navigate(searchPath({ ...state, page: 0, ...changes }), { replace: isReplacing })
  const [typed, setTyped] = useTypedQuery(state.query, (query) => change({ query }, true))
  const limit = exceededLimit(state.query, maxSearchLength)
  const isOff = useOrganization().data?.askEnabled === false
  return (
    <Page title={text('title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          change({ query: typed.trim() })
        }}
      >
        <SearchBox label={text('label')} className="mb-4" value={typed} onChange={setTyped} hasFocus />
      </form>
      <SearchFilterBar state={state} onChange={change} />
      {isOff ? (
        <EmptyState icon="search" title={text('disabledTitle')}>
          {text('disabledText')}
        </EmptyState>
      ) : state.query === '' ? (
        <EmptyState icon="search" title={text('startTitle')}>
          {text('startText')}
        </EmptyState>
      ) : limit ? (
        <FieldErrorText error={limit.message} count={limit.count} />
      ) : (
        <Results state={state} onPage={(page) => change({ page })} />
      )}
    </Page>
  )
}

function Results({ state, onPage }: { state: SearchState; onPage: (page: number) => void }) {
  const [, navigate] = useLocation()
  const found = useApiQuery('search', toSearchRequest(state, new Date()), { keepPrevious: true })
  const { query, page } = state
  useDocumentTitle(`${query} · ${text('title')}`)
  return (
    <QueryState
      query={found}
      isEmpty={({ hits }) => hits.length === 0}
      empty={
        <EmptyState
          icon="search"
          title={text('noResultsTitle', { query })}
          action={
            <button
              type="button"
              className="button max-w-full"
              onClick={() => navigate('/', { state: { question: query } })}
            >
              <Icon name="ask" size={16} />
              <span className="truncate">{text('ask', { query })}</span>
            </button>
          }
        >
          {text(isFiltered(state) ? 'noResultsFiltered' : 'noResultsText')}
        </EmptyState>
      }
    >
      {({ hits, hasNextPage = false }) => (
        <div aria-busy={found.isFetching} className={found.isPlaceholderData ? 'opacity-60' : ''}>
          <p role="status" className="sr-only">
            {text('results', { count: hits.length })}
          </p>
          {hits.every(({ details }) => details?.matches.length === 0) && (
            <p className="mb-3 text-quiet">{text('byMeaning')}</p>
          )}
          <ul className="card divide-y divide-line">
            {hits.map((hit) => (
              <SearchHitRow key={`${hit.rootId ?? ''} ${hit.id}`} hit={hit} />
            ))}
          </ul>
          <Pagination page={page} hasNext={hasNextPage} onPage={onPage}>
            {text('page', { page: page + 1 })}
          </Pagination>
        </div>
      )}
    </QueryState>
  )
}
