import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { isNotFound } from '../api/client.ts'
import { useApiQuery, useOrganization } from '../api/queries.ts'
import { AnswersAuthor } from '../ask/answer-author.tsx'
import { AskBox } from '../ask/ask-box.tsx'
import { AskHeader } from '../ask/ask-header.tsx'
import { AskStartScreen } from '../ask/ask-start-screen.tsx'
import { editDraft } from '../ask/edit-question-form.tsx'
import { type AskScope, unrestrictedScope } from '../ask/scope.ts'
import { useHasSourceColumn } from '../ask/source-column.tsx'
import { SourcePanel } from '../ask/source-panel.tsx'
import { fromRecord, type Turn } from '../ask/turn.ts'
import { TurnView } from '../ask/turn-view.tsx'
import { useComposerFocus } from '../ask/use-composer-focus.ts'
import { useHandedOverQuestion } from '../ask/use-handed-over-question.ts'
import { useThread } from '../ask/use-thread.ts'
import { useDocumentTitle } from '../components/page.tsx'
import { EmptyState, ErrorAlert, LoadingSkeleton } from '../components/query-state.tsx'
import { randomUuid } from '../components/random-uuid.ts'
import { isRestoringScroll } from '../components/scroll-positions.ts'
import { scrollToStart } from '../components/scroll-to-start.ts'
import { useDrafts, useTextDraft } from '../drafts/drafts-provider.tsx'
import { askPageText } from '../messages/ask-page.ts'

const newDraft = 'new'

/** The Ask screen: the question box with examples, a conversation, or a question of the history without one. */
export function AskPage({ threadId, questionId }: { threadId?: string; questionId?: string }) {
  const { texts } = useDrafts()
  const [search] = useSearchParams()
  const [scope, setScope] = useLinkedScope()
  const [, navigate] = useLocation()
  const [wantsReport, setWantsReport] = useState(false)
  const { thread, turns: ownTurns, liveKey, isAsking, start, stop, setRecord } = useThread(threadId)
  const organization = useOrganization()
  const earlier = useApiQuery('readMyQuestion', { id: questionId ?? '' }, { isEnabled: questionId !== undefined })
  const turns = earlier.data ? [fromRecord(earlier.data)] : ownTurns
  const isOwner = thread.data?.isOwner !== false
  const isDisabled = organization.data?.askEnabled === false
  const canResearch = typeof organization.data?.writtenBy === 'string' && !isDisabled
  // A first question whose answer hasn't come, or didn't come, belongs to no conversation yet.
  const isUnstored =
    thread.data === undefined &&
    (turns.length > 0 ? turns.every(({ state }) => state === 'asking' || state === 'failed') : isNotFound(thread.error))
  const draft = threadId === undefined || (isUnstored && texts.get(threadId) === '') ? newDraft : threadId
  const [text, setText] = useTextDraft(draft)
  useDocumentTitle(thread.data?.title ?? turns[0]?.question ?? askPageText('title'))

  const [openSource, setOpenSource] = useState<{ turnKey: string; number: number }>()
  const openTurn = turns.find(({ key }) => key === openSource?.turnKey)
  const hasSourceBeside = useHasSourceColumn() && openTurn !== undefined

  const composer = useRef<HTMLTextAreaElement>(null)
  useComposerFocus(composer, isAsking)

  const lastTurn = useRef<HTMLElement>(null)
  const isLive = isAsking || turns.at(-1)?.state === 'processing'
  const count = turns.length
  useEffect(() => {
    if (isLive && count > 1) scrollToStart(lastTurn.current)
  }, [isLive, count])

  // A conversation that is opened begins at its last question, where it goes on.
  const begunThread = useRef<string>(undefined)
  useEffect(() => {
    if (count === 0 || begunThread.current === threadId) return
    begunThread.current = threadId
    if (count > 1 && !isRestoringScroll()) lastTurn.current?.scrollIntoView({ block: 'start', behavior: 'instant' })
  }, [threadId, count])

  /** Asks in this conversation, or begins one. A turn without an answer makes way for the next question. */
  const ask = async (
    question: string,
    { filter = scope.filter, replacesId = unansweredId(turns), isReport = wantsReport } = {},
  ) => {
    const isNew = threadId === undefined || (isUnstored && turns.length === 0)
    const id = isNew ? randomUuid() : threadId
    const edit = replacesId === undefined ? undefined : editDraft(replacesId)
    const field = edit !== undefined && texts.get(edit).trim() === question ? edit : draft
    texts.submit(field, question)
    if (isNew) navigate(`/ask/${id}`)
    const state = await start(id, question, filter, {
      replacesId,
      mode: canResearch && isReport ? 'research' : undefined,
    })
    const hasMoved = field === newDraft && state !== 'failed'
    texts.settle(field, question, state === 'done' || hasMoved)
    if (hasMoved) texts.move(field, id)
    if (hasMoved) texts.settle(id, question, state === 'done')
  }
  useHandedOverQuestion((question) => void ask(question))
  const box = (isFollowUp: boolean) => (
    <AskBox
      box={composer}
      text={text}
      onText={setText}
      scope={scope}
      onScope={setScope}
      onAsk={() => ask(text.trim())}
      isAsking={isAsking}
      onStop={stop}
      isResearch={wantsReport}
      onResearch={canResearch ? setWantsReport : undefined}
      isFollowUp={isFollowUp}
      isDisabled={isDisabled}
    />
  )

  const opened = questionId === undefined ? thread : earlier
  const isOpening = (threadId ?? questionId) !== undefined && turns.length === 0
  return (
    <div className="flex">
      <div className="flex min-h-[calc(100dvh-3.5rem)] min-w-0 flex-1 flex-col lg:min-h-dvh">
        <AskHeader thread={thread.data} isStart={turns.length === 0 && !isOpening} />
        {turns.length === 0 && !isOpening ? (
          <AskStartScreen
            box={box(false)}
            onExample={(question) => ask(question)}
            isDisabled={isDisabled}
            isImportingSample={search.get('sample') === 'loading'}
          />
        ) : (
          <div
            className={`content-width flex flex-1 flex-col px-4 pt-4 sm:px-8 ${hasSourceBeside ? 'max-w-[50rem]' : ''}`}
          >
            <h1 className="sr-only">{thread.data?.title ?? askPageText('title')}</h1>
            {isOpening && <OpeningState query={opened} isThread={questionId === undefined} />}
            <div className="flex-1 space-y-14 pb-10">
              {turns.map((turn, index) => (
                <TurnView
                  key={turn.key}
                  ref={index === count - 1 ? lastTurn : undefined}
                  turn={turn}
                  number={index + 1}
                  isOwner={isOwner}
                  isLast={index === count - 1}
                  isNewFollowUp={turn.key === liveKey && index > 0}
                  openSourceNumber={openTurn === turn ? openSource?.number : undefined}
                  hasSourceBeside={hasSourceBeside}
                  onOpenSource={(number) => setOpenSource({ turnKey: turn.key, number })}
                  canReplace={threadId !== undefined && !isAsking && !isDisabled}
                  onAsk={(question) => ask(question, retryOptions(turn))}
                  onQuestionChange={(record) => (questionId === undefined ? setRecord(record) : earlier.refetch())}
                />
              ))}
            </div>
            {isOwner && (
              <div
                className={`sticky bottom-0 print:hidden [@media(max-height:22rem)]:static bg-linear-to-t from-ground from-70% pt-6 pb-4 ${hasSourceBeside ? '' : 'xl:mr-[21.5rem]'}`}
              >
                {box(questionId === undefined && (turns.length > 0 || !isNotFound(thread.error)))}
                {!isDisabled && <AnswersAuthor writtenBy={organization.data?.writtenBy} className="mt-1.5 px-3" />}
              </div>
            )}
          </div>
        )}
      </div>
      {openTurn && openSource && (
        <SourcePanel
          sources={openTurn.sources}
          number={openSource.number}
          answer={openTurn.answer}
          onSelect={(number) => setOpenSource({ ...openSource, number })}
          onClose={() => setOpenSource(undefined)}
        />
      )}
    </div>
  )
}

/** Asks again in the place of a turn, where and how it was asked. */
function retryOptions({ filter, id, replacesId, mode }: Turn) {
  const replaced = id ?? replacesId
  return { filter, isReport: mode === 'research', ...(replaced !== undefined && { replacesId: replaced }) }
}

/** Returns the id of the last turn if it is stored and has no answer. */
function unansweredId(turns: readonly Turn[]): string | undefined {
  const last = turns.at(-1)
  return last && (last.state === 'stopped' || last.state === 'failed') ? last.id : undefined
}

function OpeningState({ query, isThread }: { query: { error: unknown; refetch: () => unknown }; isThread: boolean }) {
  if (isNotFound(query.error))
    return isThread ? (
      <EmptyState icon="ask" title={askPageText('noThread')}>
        {askPageText('noThreadHint')}
      </EmptyState>
    ) : (
      <EmptyState icon="history" title={askPageText('noQuestion')}>
        {askPageText('noQuestionHint')}
      </EmptyState>
    )
  if (query.error) return <ErrorAlert error={query.error} onRetry={() => query.refetch()} />
  return <LoadingSkeleton label={isThread ? askPageText('loadingThread') : askPageText('loadingQuestion')} />
}

const scopeParams = ['note', 'assistant', 'source', 'title']

/** Returns the scope. It follows the address, which loses its scope when another one is chosen or a question is asked. */
function useLinkedScope(): [AskScope, (scope: AskScope) => void] {
  const [search, setSearch] = useSearchParams()
  const [scope, setScope] = useState<AskScope>(() => scopeFromSearch(search))
  const linked = JSON.stringify(scopeFromSearch(search).filter)
  const [followed, setFollowed] = useState(linked)
  if (linked !== followed) {
    setFollowed(linked)
    if (linked !== '{}') setScope(scopeFromSearch(search))
  }
  const choose = (chosen: AskScope) => {
    setScope(chosen)
    if (linked === '{}') return
    setSearch(
      [...search].filter(([name]) => !scopeParams.includes(name)),
      { replace: true },
    )
  }
  return [scope, choose]
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
