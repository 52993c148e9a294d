import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { AskedQuestion } from '../../../src/contract/history.ts'
import { type HistoryEndpoints, useApiMutation } from '../api/queries.ts'
import { callApi } from '../api/request.ts'
import { Dialog } from '../components/dialog.tsx'
import { formatRelativeTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { EmptyState, ErrorAlert, LoadingSkeleton } from '../components/query-state.tsx'

/** My own questions of the last 90 days. */
export function HistoryDialog({
  onClose,
  onOpen,
}: {
  onClose: () => void
  onOpen: (record: AskedQuestion) => void
}) {
  const [text, setText] = useState('')
  const query = useDeferredValue(text.trim())
  const history = useInfiniteQuery({
    queryKey: ['questions', query],
    queryFn: ({ pageParam, signal }) =>
      callApi<HistoryEndpoints['listQuestions']>('GET', '/questions', {
        query: { query, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
  })
  const remove = useApiMutation(
    (id: string) => callApi<HistoryEndpoints['deleteQuestion']>('DELETE', `/questions/${id}`),
    ['questions'],
  )
  const questions = history.data?.pages.flatMap((page) => page.questions) ?? []
  return (
    <Dialog title="My questions" onClose={onClose} side>
      <label className="sr-only" htmlFor="history-search">
        Find in my questions
      </label>
      <input
        id="history-search"
        type="search"
        className="input mb-3"
        placeholder="Find in my questions"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {history.isPending && <LoadingSkeleton />}
      {history.error && <ErrorAlert error={history.error} onRetry={() => history.refetch()} />}
      {history.data && questions.length === 0 && (
        <EmptyState
          icon="history"
          title={query === '' ? 'You have not asked anything yet' : 'No question has these words'}
        >
          Questions are kept for 90 days. Only you see this list.
        </EmptyState>
      )}
      <ul className="-mx-2">
        {questions.map((one) => (
          <li key={one.id} className="group flex items-center rounded-lg hover:bg-sunken">
            <button
              type="button"
              className="min-w-0 flex-1 rounded-lg px-2 py-2 text-left"
              onClick={() => onOpen(one)}
            >
              <span className="line-clamp-2 break-words" dir="auto">
                {one.question}
              </span>
              <span className="mt-0.5 flex items-center gap-2 text-[0.8125rem] text-quiet">
                {formatRelativeTime(one.askedAt)}
                {one.outcome === 'refused' && <span className="chip">not found</span>}
                {one.isShared && <span className="chip chip-accent">shared</span>}
              </span>
            </button>
            <button
              type="button"
              className="button button-quiet button-icon"
              aria-label={`Delete “${one.question}” from the history`}
              onClick={() => remove.mutate(one.id)}
            >
              <Icon name="trash" size={16} />
            </button>
          </li>
        ))}
      </ul>
      {history.hasNextPage && (
        <div className="mt-3 flex justify-center">
          <button
            type="button"
            className="button"
            disabled={history.isFetchingNextPage}
            onClick={() => history.fetchNextPage()}
          >
            Show more
          </button>
        </div>
      )}
    </Dialog>
  )
}
