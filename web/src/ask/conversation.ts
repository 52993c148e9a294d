import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AskedQuestion, PlacedSource } from '../../../src/contract/history.ts'
import { ask } from '../api/ask.ts'
import type { HistoryOperations } from '../api/queries.ts'
import { call } from '../api/request.ts'
import { standalone } from './follow-up.ts'
import type { Scope } from './scope.ts'

export interface Turn {
  key: number
  /** As it was typed, and as it was asked. */
  question: string
  asked: string
  state: 'asking' | 'done' | 'stopped' | 'failed'
  answer: string
  sources: PlacedSource[]
  /** The stored question, once there is one: for ratings, links and reading sources. */
  record: AskedQuestion | undefined
  error: unknown
}

let lastKey = 0

/** Questions and answers of one visit, each follow-up with what came before it. */
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

  const start = async (question: string, scope: Scope) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    lastKey += 1
    const key = lastKey
    const before = turns.findLast((turn) => turn.state === 'done')?.question
    const asked = standalone(question, before)
    setTurns((all) => [
      ...all,
      { key, question, asked, state: 'asking', answer: '', sources: [], record: undefined, error: undefined },
    ])
    try {
      const result = await ask(
        asked,
        scope.asked,
        {
          onSource: (source, number) =>
            change(key, (turn) => {
              const sources = [...turn.sources]
              sources[number - 1] = unplaced(source)
              return { sources }
            }),
          onText: (text) => change(key, (turn) => ({ answer: turn.answer + text })),
        },
        controller.signal,
      )
      change(key, { state: 'done', answer: result.answer, sources: result.sources.map(unplaced) })
      const record = await findRecord(asked, result.answer)
      if (record) change(key, { record, sources: record.sources })
      void client.invalidateQueries({ queryKey: ['questions'] })
    } catch (error) {
      change(key, controller.signal.aborted ? { state: 'stopped' } : { state: 'failed', error })
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
    show: useCallback((record: AskedQuestion) => {
      lastKey += 1
      setTurns([
        {
          key: lastKey,
          question: record.question,
          asked: record.question,
          state: 'done',
          answer: record.answer ?? '',
          sources: record.sources,
          record,
          error: undefined,
        },
      ])
    }, []),
    keep: (key: number, record: AskedQuestion) => change(key, { record }),
  }
}

function unplaced(source: Omit<PlacedSource, 'documentId' | 'kind' | 'path'>): PlacedSource {
  return { ...source, documentId: null, kind: 'note', path: [] }
}

/** What was just asked is the newest question of one's own history. */
async function findRecord(question: string, answer: string): Promise<AskedQuestion | undefined> {
  try {
    const { questions } = await call<HistoryOperations['listQuestions']>('GET', '/questions')
    return questions.find((one) => one.question === question && one.answer === answer)
  } catch {
    return undefined
  }
}
