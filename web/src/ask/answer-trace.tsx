import { useState } from 'react'
import type { AnswerTrace } from '../../../sdk/src/operations.ts'
import { useApiQuery, useMe } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { pageLabel } from '../components/page-label.ts'
import { QueryState } from '../components/query-state.tsx'
import { passageFateText, sectionOutcomeText, traceText } from '../messages/answer-trace.ts'
import { askText } from '../messages/ask.ts'

/** Shows admins how this answer was found. */
export function TraceButton({ questionId }: { questionId: string }) {
  const me = useMe()
  const [isOpen, setIsOpen] = useState(false)
  if (me.data?.role !== 'admin') return null
  return (
    <>
      <button type="button" className="button button-quiet" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Icon name="search" size={16} />
        {traceText('open')}
      </button>
      {isOpen && (
        <Dialog title={traceText('title')} onClose={() => setIsOpen(false)} isSidePanel>
          <TraceView questionId={questionId} />
        </Dialog>
      )}
    </>
  )
}

export function TraceView({ questionId }: { questionId: string }) {
  const trace = useApiQuery('readAnswerTrace', { id: questionId })
  return <QueryState query={trace}>{(data) => <TraceDetails trace={data} />}</QueryState>
}

function TraceDetails({ trace }: { trace: AnswerTrace }) {
  return (
    <>
      <p className="font-semibold break-words" dir="auto">
        {trace.question}
      </p>
      {trace.standaloneQuestion !== null && (
        <p className="mt-1 break-words text-quiet" dir="auto">
          {askText('understoodAs', { question: trace.standaloneQuestion })}
        </p>
      )}
      <p className="mt-2">{describeOutcome(trace)}</p>
      {trace.searches && (
        <div className="mt-3 text-sm">
          <p className="text-quiet">{traceText('alsoSearched')}</p>
          <ul className="mt-1 list-disc pl-5">
            {trace.searches.map((search) => (
              <li key={search} className="break-words" dir="auto">
                {search}
              </li>
            ))}
          </ul>
        </div>
      )}
      {trace.sections && (
        <div className="mt-3 text-sm">
          <p className="text-quiet">{traceText('plan')}</p>
          <ol className="mt-1 list-decimal space-y-1 pl-5">
            {trace.sections.map(({ title, question, outcome, searches = [] }) => (
              <li key={title} className="break-words" dir="auto">
                {title} <span className="text-quiet">({sectionOutcomeText(outcome)})</span>
                {[question, ...searches].map((search) => (
                  <p key={search} className="text-quiet">
                    {traceText('searched', { search })}
                  </p>
                ))}
              </li>
            ))}
          </ol>
        </div>
      )}
      <dl className="mt-4 grid grid-cols-2 gap-3 text-sm">
        <TraceStat label={traceText('found')} value={trace.found.toLocaleString()} />
        <TraceStat label={traceText('citedCount')} value={countByFate(trace, 'cited').toLocaleString()} />
        <TraceStat label={traceText('searchTime')} value={formatMilliseconds(trace.retrievalMs)} />
        <TraceStat label={traceText('totalTime')} value={formatMilliseconds(trace.totalMs)} />
      </dl>
      <h3 className="mt-6 mb-2 text-sm text-quiet">{traceText('topPassages')}</h3>
      {trace.passages.length === 0 && <p className="text-quiet">{traceText('noPassages')}</p>}
      <ol className="space-y-2">
        {trace.passages.map((passage) => (
          <li key={passage.rank} className="card px-3 py-2.5">
            <div className="flex items-start gap-2">
              <span className="w-7 shrink-0 text-right text-sm text-quiet tabular-nums">{passage.rank}.</span>
              <div className="min-w-0 flex-1">
                <p className="font-semibold break-words">{passage.title}</p>
                <p className="text-[0.8125rem] break-words text-quiet">
                  {[...passage.path.slice(-2), passage.heading, pageLabel(passage)].filter(Boolean).join(' › ')}
                </p>
                <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-sm">
                  <span className={passage.fate === 'cited' ? 'font-semibold text-accent' : 'text-quiet'}>
                    {passageFateText(passage.fate)}
                  </span>
                  <span className="text-quiet tabular-nums">{describeScores(passage)}</span>
                </p>
                <p className="mt-1 line-clamp-4 text-sm break-words" dir="auto">
                  {passage.text ?? traceText('changedSince')}
                </p>
              </div>
            </div>
          </li>
        ))}
      </ol>
      {trace.hidden > 0 && <p className="mt-3 text-sm text-quiet">{traceText('hidden', { count: trace.hidden })}</p>}
    </>
  )
}

function formatMilliseconds(value: number): string {
  return traceText('milliseconds', { value: value.toLocaleString() })
}

function describeScores({ score, similarity, answers }: AnswerTrace['passages'][number]): string {
  return [
    traceText('score', { value: score.toFixed(2) }),
    similarity !== null && traceText('similarity', { value: similarity.toFixed(2) }),
    answers !== null && traceText('answers', { value: answers.toFixed(1) }),
  ]
    .filter(Boolean)
    .join(', ')
}

function describeOutcome(trace: AnswerTrace): string {
  const model = trace.model ?? traceText('unnamedModel')
  const dropped = trace.sentencesDropped
  const outcome = {
    written: traceText('written', { model }),
    quoted: trace.hasModelFailed
      ? traceText('quotedAfterFailure', { model })
      : trace.model === null
        ? traceText('quoted')
        : traceText('quotedUnsupported', { model }),
    refused: trace.reason === 'nothing-found' ? traceText('nothingFound') : traceText('notAnswered'),
  }[trace.mode]
  return dropped === 0 ? outcome : `${outcome} ${traceText('dropped', { count: dropped })}`
}

function countByFate(trace: AnswerTrace, fate: AnswerTrace['passages'][number]['fate']): number {
  return trace.passages.filter((passage) => passage.fate === fate).length
}

function TraceStat({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-quiet">{label}</dt>
      <dd className="font-semibold tabular-nums">{value}</dd>
    </div>
  )
}
