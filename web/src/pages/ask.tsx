import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { isNotFound } from '../api/client.ts'
import { useApiQuery, useMe, useOrganization } from '../api/queries.ts'
import { AnswerAuthor } from '../ask/answer-author.tsx'
import { AskBox } from '../ask/ask-box.tsx'
import { HistoryDialog } from '../ask/history-dialog.tsx'
import { SampleProgress } from '../ask/sample-progress.tsx'
import { type AskScope, unrestrictedScope } from '../ask/scope.ts'
import { TurnView } from '../ask/turn-view.tsx'
import { useConversation } from '../ask/use-conversation.ts'
import { Icon } from '../components/icon.tsx'
import { useDocumentTitle } from '../components/page.tsx'
import { EmptyState, ErrorAlert, LoadingSkeleton } from '../components/query-state.tsx'
import { useDrafts, useTextDraft } from '../drafts/drafts-provider.tsx'

/** The Ask screen: the question box with examples, or a conversation. */
export function AskPage({ questionId }: { questionId?: string }) {
  const conversation = questionId ?? 'new'
  const [text, setText] = useTextDraft(conversation)
  const { texts } = useDrafts()
  const [search] = useSearchParams()
  const [scope, setScope] = useState<AskScope>(() => scopeFromSearch(search))
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const [, navigate] = useLocation()
  const { turns, start, stop, clear, openRecord, setRecord } = useConversation()
  const organization = useOrganization()
  const earlier = useApiQuery('readMyQuestion', { id: questionId ?? '' }, { isEnabled: questionId !== undefined })
  const isAsking = turns.at(-1)?.state === 'asking'
  const isDisabled = organization.data?.askEnabled === false
  useDocumentTitle(turns[0]?.question ?? 'Ask')

  useEffect(() => {
    if (earlier.data) openRecord(earlier.data)
  }, [earlier.data, openRecord])

  const end = useRef<HTMLDivElement>(null)
  const count = turns.length
  useEffect(() => {
    if (count > 1) end.current?.scrollIntoView({ block: 'end', behavior: 'smooth' })
  }, [count])

  const ask = async (question: string) => {
    texts.submit(conversation, question)
    texts.settle(conversation, question, await start(question, scope))
  }
  const startOver = () => {
    clear()
    navigate('/')
  }
  const box = (isFollowUp: boolean) => (
    <AskBox
      text={text}
      onText={setText}
      scope={scope}
      onScope={setScope}
      onAsk={() => ask(text.trim())}
      isAsking={isAsking}
      onStop={stop}
      isFollowUp={isFollowUp}
      isDisabled={isDisabled}
    />
  )

  const isOpening = questionId !== undefined && turns.length === 0
  return (
    <div className="flex min-h-[calc(100dvh-3.5rem)] flex-col lg:min-h-dvh">
      <div className="flex justify-end gap-1 px-4 pt-3 sm:px-6">
        {(turns.length > 0 || questionId !== undefined) && (
          <button type="button" className="button button-quiet" onClick={startOver}>
            <Icon name="plus" size={16} />
            New question
          </button>
        )}
        <button
          type="button"
          className="button button-quiet"
          aria-haspopup="dialog"
          onClick={() => setIsHistoryOpen(true)}
        >
          <Icon name="history" size={16} />
          History
        </button>
      </div>
      {turns.length === 0 && !isOpening ? (
        <AskStartScreen
          box={box(false)}
          onExample={ask}
          isDisabled={isDisabled}
          isImportingSample={search.get('sample') === 'loading'}
        />
      ) : (
        <div className="mx-auto flex w-full max-w-6xl flex-1 flex-col px-4 pt-4 sm:px-8">
          <h1 className="sr-only">Ask</h1>
          {isOpening &&
            (isNotFound(earlier.error) ? (
              <EmptyState icon="history" title="This question isn’t in your history">
                It was deleted, or someone else asked it. You can ask it again below.
              </EmptyState>
            ) : earlier.error ? (
              <ErrorAlert error={earlier.error} onRetry={() => earlier.refetch()} />
            ) : (
              <LoadingSkeleton label="Loading question" />
            ))}
          <div className="flex-1 space-y-14 pb-10">
            {turns.map((turn) => (
              <TurnView
                key={turn.key}
                turn={turn}
                onRetry={() => ask(turn.question)}
                onQuestionChange={(record) => setRecord(turn.key, record)}
              />
            ))}
          </div>
          <div ref={end} className="sticky bottom-0 bg-linear-to-t from-ground from-70% pt-6 pb-4 xl:mr-[21.5rem]">
            {box(true)}
          </div>
        </div>
      )}
      {isHistoryOpen && (
        <HistoryDialog
          onClose={() => setIsHistoryOpen(false)}
          onOpen={(record) => {
            setIsHistoryOpen(false)
            openRecord(record)
            navigate(`/questions/${record.id}`)
          }}
        />
      )}
    </div>
  )
}

/** Returns the scope from the address: other screens link here with a note, a data source or an assistant. */
function scopeFromSearch(search: URLSearchParams): AskScope {
  const title = search.get('title')
  const [note, assistant, root] = [search.get('note'), search.get('assistant'), search.get('source')]
  if (note) return { label: title ?? note, filter: { parentId: note } }
  if (assistant) return { label: title ?? assistant, filter: { assistantId: assistant } }
  if (root) return { label: title ?? root, filter: { rootId: root } }
  return unrestrictedScope
}

function AskStartScreen({
  box,
  onExample,
  isDisabled,
  isImportingSample,
}: {
  box: React.ReactNode
  onExample: (question: string) => void
  isDisabled: boolean
  /** The sample import runs after set-up. */
  isImportingSample: boolean
}) {
  const me = useMe()
  const organization = useOrganization()
  const examples = useApiQuery('exampleQuestions', {})
  const questions = examples.data?.questions ?? []
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-1 flex-col justify-center px-4 pb-24 sm:px-6">
      <h1 className="mb-6 text-center text-[1.75rem] sm:text-[2rem]">What would you like to know?</h1>
      {isDisabled && (
        <p role="status" className="card mb-4 bg-warn-soft px-4 py-3 text-warn">
          Asking is turned off for your organization.
          {me.data?.role === 'admin' && (
            <>
              {' '}
              <Link href="/settings/organization" className="link text-warn!">
                Turn it on in Settings.
              </Link>
            </>
          )}
        </p>
      )}
      {isImportingSample && me.data?.role === 'admin' && <SampleProgress />}
      {box}
      <AnswerAuthor writtenBy={isDisabled ? undefined : organization.data?.writtenBy} className="mt-2 px-3" />
      <div className="mt-5 min-h-44">
        {examples.isPending && <LoadingSkeleton label="Loading examples" lines={3} />}
        {examples.error && !examples.data && <ErrorAlert error={examples.error} onRetry={() => examples.refetch()} />}
        {questions.length > 0 && (
          <section aria-label="Examples">
            <h2 className="mb-1 px-3 text-sm font-semibold text-quiet">From your notes</h2>
            <ul>
              {questions.map((question) => (
                <li key={question}>
                  <button
                    type="button"
                    disabled={isDisabled}
                    onClick={() => onExample(question)}
                    className="group flex w-full items-center gap-3 rounded-lg px-3 py-2 text-left hover:bg-sunken"
                    dir="auto"
                  >
                    <Icon name="ask" size={16} className="text-accent" />
                    <span className="min-w-0 flex-1">{question}</span>
                    <Icon name="chevronRight" size={16} className="text-quiet opacity-0 group-hover:opacity-100" />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {examples.data && questions.length === 0 && (
          <p className="px-3 text-center text-quiet">
            There’s nothing to ask about yet.{' '}
            <Link href="/notes" className="link">
              Write or import notes
            </Link>{' '}
            or{' '}
            <Link href="/data-sources" className="link">
              connect a data source
            </Link>
            .
          </p>
        )}
      </div>
    </div>
  )
}
