import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AskedQuestion, CitedSource, PlacedSource, Source } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { toStandaloneQuestion } from './follow-up.ts'
import type { AskScope } from './scope.ts'

export interface Turn {
  key: number
  /** As typed. */
  question: string
  /** As sent: a follow-up includes the question before it. */
  sentQuestion: string
  state: 'asking' | 'done' | 'stopped' | 'failed'
  answer: string
  sources: CitedSource[]
  /** The nearest notes, if nothing answers the question. */
  related: PlacedSource[]
  /** The stored question, needed for ratings, links and opening sources. */
  record: AskedQuestion | undefined
  error: unknown
}

let lastTurnKey = 0

/** The questions and answers of one visit. A follow-up is sent with the question before it. */
export function useConversation() {
  const [turns, setTurns] = useState<Turn[]>([])
  const running = useRef<AbortController>(undefined)
  const client = useQueryClient()

  useEffect(() => () => running.current?.abort(), [])

  const change = useCallback(
    (key: number, fields: Partial<Turn> | ((turn: Turn) => Partial<Turn>)) =>
      setTurns((all) =>
        all.map((turn) =>
          turn.key === key ? { ...turn, ...(typeof fields === 'function' ? fields(turn) : fields) } : turn,
        ),
      ),
    [],
  )

  /** Asks, and returns whether the whole answer arrived. */
  const start = async (question: string, scope: AskScope): Promise<boolean> => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    lastTurnKey += 1
    const key = lastTurnKey
    const before = turns.findLast((turn) => turn.state === 'done')?.question
    const sentQuestion = toStandaloneQuestion(question, before)
    setTurns((all) => [
      ...all,
      {
        key,
        question,
        sentQuestion,
        state: 'asking',
        answer: '',
        sources: [],
        related: [],
        record: undefined,
        error: undefined,
      },
    ])
    try {
      const events = api.askStream(
        { question: sentQuestion, ...scope.filter, include: ['related'] },
        { signal: controller.signal, maxAttempts: 4, maxRetryDelayMs: 5000 },
      )
      for await (const event of events) {
        if (event.type === 'source')
          change(key, (turn) => {
            const sources = [...turn.sources]
            sources[event.number - 1] = toPlacedSource(event.source)
            return { sources }
          })
        if (event.type === 'delta') change(key, (turn) => ({ answer: turn.answer + event.text }))
        if (event.type === 'done') {
          const { answer, sources, related = [] } = event
          change(key, {
            state: 'done',
            answer,
            sources: sources.map(toPlacedSource),
            related: related.map(toPlacedSource),
          })
          const record = await findAskedQuestion(sentQuestion, answer)
          if (record) change(key, { record, sources: record.sources, related: record.related ?? [] })
        }
      }
      void client.invalidateQueries({ queryKey: ['listMyQuestions'] })
      return true
    } catch (error) {
      change(key, controller.signal.aborted ? { state: 'stopped' } : { state: 'failed', error })
      return false
    }
  }

  return {
    turns,
    start,
    stop: () => running.current?.abort(),
    clear: () => {
      running.current?.abort()
      setTurns([])
    },
    /** Shows a question of the history as if it had just been asked. */
    openRecord: useCallback((record: AskedQuestion) => {
      lastTurnKey += 1
      setTurns([
        {
          key: lastTurnKey,
          question: record.question,
          sentQuestion: record.question,
          state: 'done',
          answer: record.answer ?? '',
          sources: record.sources,
          related: record.related ?? [],
          record,
          error: undefined,
        },
      ])
    }, []),
    setRecord: (key: number, record: AskedQuestion) => change(key, { record }),
  }
}

function toPlacedSource(source: Source): PlacedSource {
  return { ...source, documentId: null, kind: 'note', path: [] }
}

/** Finds the stored question by its text in the history: the answer stream has no id. */
async function findAskedQuestion(question: string, answer: string): Promise<AskedQuestion | undefined> {
  try {
    const { questions } = await api.listMyQuestions()
    return questions.find((stored) => stored.question === question && stored.answer === answer)
  } catch {
    return undefined
  }
}
