import { useLayoutEffect, useRef, useState } from 'react'
import type { AskedQuestion } from '../../../sdk/src/operations.ts'
import { CopyButton } from '../components/copy-button.tsx'
import { Icon } from '../components/icon.tsx'
import { ErrorAlert } from '../components/query-state.tsx'
import { AnswerAuthor } from './answer-author.tsx'
import { answerAsPlainText } from './answer-plain-text.ts'
import { AnswerText } from './answer-text.tsx'
import { TraceButton } from './answer-trace.tsx'
import { NearestNotes } from './nearest-notes.tsx'
import { RatingButtons } from './rating-buttons.tsx'
import { ShareAnswerButton } from './share-answer-button.tsx'
import { SourceDialog } from './source-dialog.tsx'
import { SourceList } from './source-list.tsx'
import type { Turn } from './use-conversation.ts'

/** A question with its answer, its sources and their actions. */
export function TurnView({
  turn,
  onRetry,
  onQuestionChange,
}: {
  turn: Turn
  onRetry: () => void
  onQuestionChange: (question: AskedQuestion) => void
}) {
  const [openNumber, setOpenNumber] = useState<number>()
  const open = openNumber === undefined ? undefined : turn.sources[openNumber - 1]
  const heading = useRef<HTMLHeadingElement>(null)
  // The question box may have been removed from the page: move the focus to the answer.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  const isWaiting = turn.state === 'asking' && turn.answer === ''
  const isRefused = turn.state === 'done' && turn.sources.length === 0
  return (
    <article className="grid grid-cols-1 gap-x-10 gap-y-5 xl:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="min-w-0">
        <h2 ref={heading} tabIndex={-1} className="text-xl leading-snug break-words outline-none!" dir="auto">
          {turn.question}
        </h2>
        {turn.sentQuestion !== turn.question && (
          <p className="mt-1 text-sm text-quiet">Includes your previous question</p>
        )}
        <div className="mt-4" aria-live="polite" aria-busy={turn.state === 'asking'}>
          {isWaiting && (
            <p role="status" className="flex items-center gap-2 text-quiet">
              <span className="size-2 animate-pulse rounded-full bg-accent" />
              Searching everything you can see…
            </p>
          )}
          {turn.answer !== '' && (
            <div className={isRefused ? 'card flex gap-3 px-4 py-3.5' : ''}>
              {isRefused && <Icon name="info" className="mt-1 text-quiet" />}
              <AnswerText
                answer={turn.answer}
                titles={turn.sources.map((source) => source?.title ?? '')}
                isStreaming={turn.state === 'asking'}
                openSourceNumber={openNumber}
                onOpenSource={setOpenNumber}
              />
            </div>
          )}
          {turn.state === 'stopped' && <p className="mt-2 text-quiet">Stopped.</p>}
          {turn.state === 'failed' && <ErrorAlert error={turn.error} onRetry={onRetry} />}
          {turn.state === 'done' && turn.answer === '' && (
            <p className="card px-4 py-3.5 text-quiet">
              This answer is no longer available: a source was deleted or is no longer shared with you. Ask again.
            </p>
          )}
        </div>
        <AnswerAuthor writtenBy={turn.record?.writtenBy} className="mt-3" />
        {isRefused && <NearestNotes notes={turn.related} />}
        {turn.state === 'done' && turn.answer !== '' && (
          <div className="mt-4 -ml-2 flex flex-wrap items-center gap-0.5">
            <CopyButton text={formatTurnAsText(turn)} isQuiet />
            {turn.record && <ShareAnswerButton question={turn.record} onQuestionChange={onQuestionChange} />}
            {turn.record && <RatingButtons question={turn.record} onQuestionChange={onQuestionChange} />}
            {turn.record && <TraceButton questionId={turn.record.id} />}
          </div>
        )}
      </div>
      <div className="xl:pt-1">
        <SourceList
          sources={turn.sources.filter((source) => source !== undefined)}
          openSourceNumber={openNumber}
          onOpenSource={setOpenNumber}
        />
      </div>
      {open && openNumber !== undefined && (
        <SourceDialog source={open} number={openNumber} answer={turn.answer} onClose={() => setOpenNumber(undefined)} />
      )}
    </article>
  )
}

function formatTurnAsText(turn: Turn): string {
  const sources = turn.sources.map((source, index) => `[${index + 1}] ${source.title} ${source.url}`)
  return [answerAsPlainText(turn.answer), sources.join('\n')].filter(Boolean).join('\n\n')
}
