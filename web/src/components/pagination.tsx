import { type ReactNode, useEffect, useState } from 'react'
import { commonText } from '../messages/common.ts'

/** Previous and Next; hidden when there is only one page. Pages are counted from 0. */
export function Pagination({
  page,
  hasNext,
  onPage,
  children,
}: {
  page: number
  hasNext: boolean
  onPage: (page: number) => void
  children?: ReactNode
}) {
  if (page === 0 && !hasNext) return null
  return (
    <nav aria-label={commonText('pages')} className="mt-3 flex items-center justify-between gap-3 text-sm text-quiet">
      <PageButton label={commonText('previousPage')} isDisabled={page === 0} onClick={() => onPage(page - 1)} />
      {children}
      <PageButton label={commonText('nextPage')} isDisabled={!hasNext} onClick={() => onPage(page + 1)} />
    </nav>
  )
}

/** Stays focusable at the ends: a disabled button would lose the keyboard focus. */
function PageButton({ label, isDisabled, onClick }: { label: string; isDisabled: boolean; onClick: () => void }) {
  return (
    <button type="button" className="button" aria-disabled={isDisabled} onClick={isDisabled ? undefined : onClick}>
      {label}
    </button>
  )
}

/** Pagination with the number of pages, and a box to jump to one. */
export function NumberedPagination({
  page,
  pageCount,
  onPage,
  children,
}: {
  page: number
  pageCount: number
  onPage: (page: number) => void
  children: ReactNode
}) {
  const [text, setText] = useState('')
  useEffect(() => setText(String(page + 1)), [page])
  return (
    <Pagination page={page} hasNext={page + 1 < pageCount} onPage={onPage}>
      <form
        className="flex flex-wrap items-center justify-center gap-x-1.5"
        onSubmit={(event) => {
          event.preventDefault()
          onPage(Number(text) - 1)
        }}
      >
        {commonText('page')}
        <input
          type="number"
          aria-label={commonText('page')}
          min={1}
          max={pageCount}
          required
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="input w-20 px-2 py-1 text-center"
        />
        {commonText('pageOf', { count: pageCount.toLocaleString() })} {children}
      </form>
    </Pagination>
  )
}

/** Loads the next page of a list that grows. */
export function ShowMoreButton({
  query,
}: {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}) {
  if (!query.hasNextPage) return null
  return (
    <div className="mt-3 flex justify-center">
      <button
        type="button"
        className="button"
        disabled={query.isFetchingNextPage}
        onClick={() => query.fetchNextPage()}
      >
        {commonText('showMore')}
      </button>
    </div>
  )
}
