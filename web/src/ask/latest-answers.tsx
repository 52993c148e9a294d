import { useState } from 'react'
import { useApiPages } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { formatRelativeTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { ShowMoreButton } from '../components/pagination.tsx'
import { EmptyState, ErrorAlert, LoadingSkeleton } from '../components/query-state.tsx'
import { answerModeText, traceText } from '../messages/answer-trace.ts'
import { TraceView } from './answer-trace.tsx'

/** Shows admins the latest answers and how each was found, but not who asked. */
export function LatestAnswersButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Icon name="history" size={16} />
        {traceText('latest')}
      </button>
      {isOpen && <LatestAnswersDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function LatestAnswersDialog({ onClose }: { onClose: () => void }) {
  const [openId, setOpenId] = useState<string>()
  const latest = useApiPages('listAnswerTraces', {})
  const answers = latest.data?.pages.flatMap((page) => page.answers) ?? []
  return (
    <Dialog title={traceText('latest')} onClose={onClose} isSidePanel>
      {openId !== undefined ? (
        <>
          <button type="button" className="button button-quiet mb-3 -ml-2" onClick={() => setOpenId(undefined)}>
            <Icon name="chevronRight" size={16} className="rotate-180" />
            {traceText('allAnswers')}
          </button>
          <TraceView questionId={openId} />
        </>
      ) : (
        <>
          {latest.isPending && <LoadingSkeleton />}
          {latest.error && <ErrorAlert error={latest.error} onRetry={() => latest.refetch()} />}
          {latest.data && answers.length === 0 && (
            <EmptyState icon="history" title={traceText('noAnswers')}>
              {traceText('noAnswersHint')}
            </EmptyState>
          )}
          <ul className="-mx-2">
            {answers.map((answer) => (
              <li key={answer.id}>
                <button
                  type="button"
                  onClick={() => setOpenId(answer.id)}
                  className="flex w-full flex-col rounded-lg px-3 py-2 text-left hover:bg-sunken"
                >
                  <span className="break-words" dir="auto">
                    {answer.question}
                  </span>
                  <span className="text-sm text-quiet">
                    {traceText(answer.channel === 'api' ? 'answeredThroughApi' : 'answered', {
                      outcome: answerModeText(answer.mode),
                      time: formatRelativeTime(answer.askedAt),
                    })}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <ShowMoreButton query={latest} />
        </>
      )}
    </Dialog>
  )
}
