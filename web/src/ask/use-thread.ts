import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AskedQuestion, Source, Thread, ThreadTurn } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { advanceResearch, initialResearch } from './research-state.ts'
import type { AskScope } from './scope.ts'
import { type LiveTurn, showTurns, type Turn, toPlacedSource } from './turn.ts'

const processingPollMs = 1500

let liveTurnCount = 0

/**
 * Returns a stored conversation together with the question that is being asked here. The service resolves follow-ups: the
 * question is sent as typed.
 */
export function useThread(threadId: string | undefined) {
  const client = useQueryClient()
  const [live, setLive] = useState<LiveTurn>()
  const running = useRef<AbortController>(undefined)
  const runningIn = useRef<string>(undefined)
  const current = live?.threadId === threadId ? live : undefined
  const queryKey = ['readThread', { id: threadId ?? '' }]
  const stored = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.readThread({ id: threadId ?? '' }, { signal }),
    enabled: threadId !== undefined && current?.state !== 'asking',
    // Another tab can continue it, and access to its sources can change.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? processingPollMs : false),
  })

  // Another conversation was opened, or the page was left.
  useEffect(() => {
    if (runningIn.current !== threadId) running.current?.abort()
  }, [threadId])
  useEffect(() => () => running.current?.abort(), [])

  const change = useCallback(
    (key: string, fields: Partial<Turn> | ((turn: Turn) => Partial<Turn>)) =>
      setLive((turn) =>
        turn?.key === key ? { ...turn, ...(typeof fields === 'function' ? fields(turn) : fields) } : turn,
      ),
    [],
  )

  /** Asks in a thread, and returns how that ended: only `done` with the whole answer. */
  const start = async (
    id: string,
    question: string,
    filter: AskScope['filter'],
    { replacesId, mode }: { replacesId?: string | undefined; mode?: 'research' | undefined } = {},
  ): Promise<'done' | 'stopped' | 'failed'> => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    runningIn.current = id
    liveTurnCount += 1
    const key = `live-${liveTurnCount}`
    const known = client.getQueryData<Thread>(['readThread', { id }])?.turns ?? []
    setLive({
      key,
      id: undefined,
      threadId: id,
      replacesId,
      knownIds: new Set(known.map((turn) => turn.id)),
      question,
      standaloneQuestion: null,
      state: 'asking',
      answer: '',
      mode,
      research: mode && initialResearch,
      sources: [],
      related: [],
      filter,
      record: undefined,
      error: undefined,
    })
    try {
      const events = api.askStream(
        {
          question,
          threadId: id,
          ...(replacesId && { replaceTurnId: replacesId }),
          ...(mode && { mode }),
          ...filter,
          include: ['related'],
        },
        { signal: controller.signal, maxAttempts: 4, maxRetryDelayMs: 5000 },
      )
      for await (const event of events) {
        if (event.type === 'source') change(key, (turn) => ({ sources: withSource(turn, event.number, event.source) }))
        if (event.type === 'delta') change(key, (turn) => ({ answer: turn.answer + event.text }))
        if (event.type === 'plan' || event.type === 'progress')
          change(key, ({ research }) => ({ research: research && advanceResearch(research, event) }))
        if (event.type === 'summary') change(key, (turn) => ({ answer: `${event.text}\n\n${turn.answer}` }))
        if (event.type === 'done')
          change(key, {
            state: 'done',
            answer: event.answer,
            sources: event.sources.map(toPlacedSource),
            related: (event.related ?? []).map(toPlacedSource),
          })
      }
      void client.invalidateQueries({ queryKey: ['listMyQuestions'] })
      void client.invalidateQueries({ queryKey: ['listThreads'] })
      return 'done'
    } catch (error) {
      const state = controller.signal.aborted ? 'stopped' : 'failed'
      change(key, { state, error: state === 'failed' ? error : undefined })
      return state
    }
  }

  return {
    thread: stored,
    turns: showTurns(stored.data?.turns ?? [], current),
    /** The key of the turn that was asked here last. */
    liveKey: current?.key,
    isAsking: current?.state === 'asking',
    start,
    stop: () => running.current?.abort(),
    /** Shows a changed rating or link of a stored answer. */
    setRecord: ({ id, rating, ratingReason, isShared }: AskedQuestion) =>
      client.setQueryData<Thread>(
        queryKey,
        (thread) => thread && changeTurn(thread, id, { rating, ratingReason, isShared }),
      ),
  }
}

function withSource({ sources }: Turn, number: number, source: Source): Turn['sources'] {
  const all = [...sources]
  all[number - 1] = toPlacedSource(source)
  return all
}

function changeTurn(thread: Thread, id: string, fields: Partial<ThreadTurn>): Thread {
  return { ...thread, turns: thread.turns.map((turn) => (turn.id === id ? { ...turn, ...fields } : turn)) }
}
