import { useDeferredValue, useState } from 'react'
import type { AskedQuestion } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiPages } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { formatRelativeTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { ShowMoreButton } from '../components/pagination.tsx'
import { EmptyState, ErrorAlert, LoadingSkeleton } from '../components/query-state.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { conversationText } from '../messages/conversations.ts'

/** The person's own questions of the last 90 days. */
export function HistoryDialog({ onClose, onOpen }: { onClose: () => void; onOpen: (record: AskedQuestion) => void }) {
  const [text, setText] = useState('')
  const query = useDeferredValue(text.trim())
  const history = useApiPages('listMyQuestions', { query })
  const remove = useApiMutation((id: string) => api.deleteMyQuestion({ id }), ['listMyQuestions'])
  const questions = history.data?.pages.flatMap((page) => page.questions) ?? []
  return (
    <Dialog title={conversationText('myQuestions')} onClose={onClose} isSidePanel>
      <SearchBox label={conversationText('searchQuestions')} className="mb-3" value={text} onChange={setText} />
      {history.isPending && <LoadingSkeleton />}
      {history.error && <ErrorAlert error={history.error} onRetry={() => history.refetch()} />}
      {remove.error && <ErrorAlert error={remove.error} />}
      {history.data && questions.length === 0 && (
        <EmptyState icon="history" title={conversationText(query === '' ? 'noQuestions' : 'noMatchingQuestions')}>
          {conversationText('questionsHint')}
        </EmptyState>
      )}
      <ul className="-mx-2">
        {questions.map((question) => (
          <li key={question.id} className="group flex items-center rounded-lg hover:bg-sunken">
            <button
              type="button"
              className="min-w-0 flex-1 rounded-lg px-2 py-2 text-left"
              onClick={() => onOpen(question)}
            >
              <span className="line-clamp-2 break-words" dir="auto">
                {question.question}
              </span>
              <span className="mt-0.5 flex items-center gap-2 text-[0.8125rem] text-quiet">
                {formatRelativeTime(question.askedAt)}
                {question.outcome === 'refused' && <span className="chip">{conversationText('notFound')}</span>}
                {question.isShared && <span className="chip chip-accent">{conversationText('shared')}</span>}
              </span>
            </button>
            <button
              type="button"
              className="button button-quiet button-icon"
              aria-label={conversationText('deleteQuestion', { question: question.question })}
              onClick={() => remove.mutate(question.id)}
            >
              <Icon name="trash" size={16} />
            </button>
          </li>
        ))}
      </ul>
      <ShowMoreButton query={history} />
    </Dialog>
  )
}
