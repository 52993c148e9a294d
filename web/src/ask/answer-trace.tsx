import { useState } from 'react'
import type { AnswerTrace } from '../../../sdk/src/operations.ts'
import { useApiQuery, useMe } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { pageLabel } from '../components/page-label.ts'
import { QueryState } from '../components/query-state.tsx'

/** Shows admins how this answer was found. */
export function TraceButton({ questionId }: { questionId: string }) {
  const me = useMe()
  const [isOpen, setIsOpen] = useState(false)
  if (me.data?.role !== 'admin') return null
  return (
    <>
      <button type="button" className="button button-quiet" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Icon name="search" size={16} />
        How this was found
      </button>
      {isOpen && (
        <Dialog title="How this answer was found" onClose={() => setIsOpen(false)} isSidePanel>
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
          Understood as: {trace.standaloneQuestion}
        </p>
      )}
      <p className="mt-2">{describeOutcome(trace)}</p>
      {trace.searches && (
        <div className="mt-3 text-sm">
          <p className="text-quiet">Also searched for</p>
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
          <p className="text-quiet">Plan of the report</p>
          <ol className="mt-1 list-decimal space-y-1 pl-5">
            {trace.sections.map(({ title, question, outcome, searches = [] }) => (
              <li key={title} className="break-words" dir="auto">
                {title} <span className="text-quiet">({outcomeLabels[outcome]})</span>
                {[question, ...searches].map((search) => (
                  <p key={search} className="text-quiet">
                    Searched: {search}
                  </p>
                ))}
              </li>
            ))}
          </ol>
        </div>
      )}
      <dl className="mt-4 grid grid-cols-2 gap-3 text-sm">
        <TraceStat label="Passages found" value={trace.found.toLocaleString()} />
        <TraceStat label="Cited" value={countByFate(trace, 'cited').toLocaleString()} />
        <TraceStat label="Search time" value={`${trace.retrievalMs.toLocaleString()} ms`} />
        <TraceStat label="Total time" value={`${trace.totalMs.toLocaleString()} ms`} />
      </dl>
      <h3 className="mt-6 mb-2 text-sm text-quiet">Top passages</h3>
      {trace.passages.length === 0 && <p className="text-quiet">There are no passages you can see.</p>}
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
                    {fateLabels[passage.fate]}
                  </span>
                  <span className="text-quiet tabular-nums">
                    Score {passage.score.toFixed(2)}
                    {passage.similarity !== null && `, similarity ${passage.similarity.toFixed(2)}`}
                    {passage.answers !== null && `, answers ${passage.answers.toFixed(1)}`}
                  </span>
                </p>
                <p className="mt-1 line-clamp-4 text-sm break-words" dir="auto">
                  {passage.text ?? 'The document has changed since then.'}
                </p>
              </div>
            </div>
          </li>
        ))}
      </ol>
      {trace.hidden > 0 && (
        <p className="mt-3 text-sm text-quiet">
          {trace.hidden === 1
            ? '1 more passage is in a document that you can’t see or that was deleted.'
            : `${trace.hidden.toLocaleString()} more passages are in documents that you can’t see or that were deleted.`}
        </p>
      )}
    </>
  )
}

const fateLabels: Record<AnswerTrace['passages'][number]['fate'], string> = {
  cited: 'Cited',
  read: 'Read, not used',
  superseded: 'Skipped: a newer version replaces this document',
  'not-read': 'Skipped: ranked too low',
}

const outcomeLabels: Record<NonNullable<AnswerTrace['sections']>[number]['outcome'], string> = {
  written: 'written',
  'nothing-found': 'nothing found',
  failed: 'not finished',
  'not-reached': 'not reached',
}

function describeOutcome(trace: AnswerTrace): string {
  const model = trace.model ?? 'the language model'
  const dropped = trace.sentencesDropped
  const outcome = {
    written: `Written by ${model}. Each sentence was checked against the passages it cites.`,
    quoted: trace.hasModelFailed
      ? `Quoted from the notes because ${model} failed.`
      : trace.model === null
        ? 'Quoted from the notes.'
        : `Quoted from the notes because they support nothing that ${model} wrote.`,
    refused:
      trace.reason === 'nothing-found'
        ? 'No answer: nothing was found.'
        : 'No answer: the passages found don’t answer the question.',
  }[trace.mode]
  if (dropped === 0) return outcome
  return `${outcome} ${dropped === 1 ? '1 sentence was dropped because no passage supports it.' : `${dropped} sentences were dropped because no passage supports them.`}`
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
