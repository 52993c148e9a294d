import { type Ref, useLayoutEffect, useRef, useState } from 'react'
import type { AskedQuestion } from '../../../sdk/src/operations.ts'
import { CopyButton } from '../components/copy-button.tsx'
import { Icon } from '../components/icon.tsx'
import { ErrorAlert } from '../components/query-state.tsx'
import { useTextDraft } from '../drafts/drafts-provider.tsx'
import { askText } from '../messages/ask.ts'
import { AnswerAuthor } from './answer-author.tsx'
import { answerAsPlainText } from './answer-plain-text.ts'
import { AnswerText } from './answer-text.tsx'
import { TraceButton } from './answer-trace.tsx'
import { answerAsHtml } from './copied-answer.ts'
import { EditQuestionForm, editDraft } from './edit-question-form.tsx'
import { NearestNotes } from './nearest-notes.tsx'
import { isLongQuestion, QuestionHeading } from './question-heading.tsx'
import { RatingButtons } from './rating-buttons.tsx'
import { ResearchProgress } from './research-progress.tsx'
import { ShareAnswerButton } from './share-answer-button.tsx'
import { SourceList } from './source-list.tsx'
import type { Turn } from './turn.ts'

/** A question with its answer, its sources and their actions. */
export function TurnView({
  turn,
  number,
  isOwner,
  isLast,
  isNewFollowUp,
  canReplace,
  openSourceNumber,
  hasSourceBeside,
  onOpenSource,
  onAsk,
  onQuestionChange,
  ref,
}: {
  turn: Turn
  /** Its place in the conversation, from 1. */
  number: number
  isOwner: boolean
  isLast: boolean
  /** It takes the height of the screen, so that the page can scroll until it is at the top. */
  isNewFollowUp: boolean
  /** Whether it can be asked again in its place. */
  canReplace: boolean
  openSourceNumber: number | undefined
  /** A source takes the right column, so the sources are listed below the answer. */
  hasSourceBeside: boolean
  onOpenSource: (number: number) => void
  onAsk: (question: string) => void
  onQuestionChange: (question: AskedQuestion) => void
  ref: Ref<HTMLElement> | undefined
}) {
  const [isEditing, setIsEditing] = useState(false)
  const [editedText] = useTextDraft(editDraft(turn.id ?? turn.key))
  const heading = useRef<HTMLHeadingElement>(null)
  const answerBox = useRef<HTMLDivElement>(null)
  // The question box or the form may have been removed from the page: move the focus to the answer.
  useLayoutEffect(() => {
    if (!isEditing && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [isEditing])
  const isAsking = turn.state === 'asking' || turn.state === 'processing'
  const isWaiting = isAsking && turn.answer === ''
  const isAnswered = turn.state === 'done' && turn.answer !== ''
  // Ratings, links and traces are the owner's.
  const record = isOwner ? turn.record : undefined
  // Each landmark has a name of its own.
  const sourcesLabel = number === 1 ? askText('sources') : askText('sourcesOfAnswer', { number })
  const nearestLabel = number === 1 ? askText('nearestNotes') : askText('nearestNotesOfAnswer', { number })
  const isRefused = isAnswered && turn.sources.length === 0
  return (
    <article
      ref={ref}
      className={`grid scroll-mt-20 grid-cols-1 content-start gap-x-10 gap-y-5 lg:scroll-mt-6 ${isNewFollowUp ? 'min-h-[calc(100dvh-12rem)]' : ''} ${hasSourceBeside ? '' : 'xl:grid-cols-[minmax(0,1fr)_19rem]'}`}
    >
      <div className="min-w-0">
        {isEditing ? (
          <EditQuestionForm
            turnId={turn.id ?? turn.key}
            question={turn.question}
            isLast={isLast}
            onCancel={() => setIsEditing(false)}
            onAsk={(question) => {
              setIsEditing(false)
              onAsk(question)
            }}
          />
        ) : (
          <QuestionHeading ref={heading} question={turn.question} />
        )}
        {turn.standaloneQuestion !== null && (
          <p
            className={`mt-1 text-sm break-words text-quiet ${isLongQuestion(turn.standaloneQuestion) ? 'line-clamp-3' : ''}`}
            dir="auto"
          >
            {askText('understoodAs', { question: turn.standaloneQuestion })}
          </p>
        )}
        {isAsking && turn.research && (
          <div className="mt-4">
            <ResearchProgress research={turn.research} />
          </div>
        )}
        <div className="mt-4" aria-live="polite" aria-busy={isAsking}>
          {isWaiting && !turn.research && (
            <p role="status" className="flex items-center gap-2 text-quiet">
              <span className="size-2 animate-pulse rounded-full bg-accent" />
              {askText(turn.state === 'asking' ? 'searching' : 'stillWriting')}
            </p>
          )}
          {turn.answer !== '' && (
            <div ref={answerBox} className={isRefused ? 'card flex gap-3 px-4 py-3.5' : ''}>
              {isRefused && <Icon name="info" className="mt-1 text-quiet" />}
              <AnswerText
                answer={turn.answer}
                sources={turn.sources}
                isStreaming={isAsking}
                openSourceNumber={openSourceNumber}
                onOpenSource={onOpenSource}
              />
            </div>
          )}
          {turn.state === 'stopped' && <p className="mt-2 text-quiet">{askText('stopped')}</p>}
          {turn.state === 'failed' &&
            (turn.error === undefined ? (
              <p className="card px-4 py-3.5 text-quiet">{askText('incomplete')}</p>
            ) : (
              <ErrorAlert error={turn.error} onRetry={() => onAsk(turn.question)} />
            ))}
          {turn.state === 'done' && turn.answer === '' && (
            <p className="card px-4 py-3.5 text-quiet">{askText('noLongerAvailable')}</p>
          )}
        </div>
        <AnswerAuthor writtenBy={turn.record?.writtenBy} className="mt-3" />
        {isRefused && !isAsking && <NearestNotes label={nearestLabel} question={turn.question} notes={turn.related} />}
        {!isAsking && (
          <div className="mt-4 -ml-2 flex flex-wrap items-center gap-0.5">
            {isAnswered && (
              <CopyButton
                text={formatTurnAsText(turn)}
                getHtml={() => (answerBox.current ? answerAsHtml(answerBox.current, turn.sources) : undefined)}
                isQuiet
              />
            )}
            {isAnswered && record && <ShareAnswerButton question={record} onQuestionChange={onQuestionChange} />}
            {isAnswered && record && <RatingButtons question={record} onQuestionChange={onQuestionChange} />}
            {isOwner && canReplace && turn.id !== undefined && !isEditing && (
              <>
                {isLast && (
                  <button type="button" className="button button-quiet" onClick={() => onAsk(turn.question)}>
                    <Icon name="history" size={16} />
                    {askText(isAnswered ? 'regenerate' : 'askAgain')}
                  </button>
                )}
                <button type="button" className="button button-quiet" onClick={() => setIsEditing(true)}>
                  <Icon name="edit" size={16} />
                  {askText(editedText === '' ? 'edit' : 'continueEditing')}
                </button>
              </>
            )}
            {isAnswered && record && <TraceButton questionId={record.id} />}
          </div>
        )}
      </div>
      <div className="xl:pt-1">
        <SourceList
          label={sourcesLabel}
          sources={turn.sources.filter((source) => source !== undefined)}
          answer={turn.answer}
          openSourceNumber={openSourceNumber}
          onOpenSource={onOpenSource}
        />
      </div>
    </article>
  )
}

function formatTurnAsText(turn: Turn): string {
  const sources = turn.sources.map((source, index) => `[${index + 1}] ${source.title} ${source.url}`)
  return [answerAsPlainText(turn.answer), sources.join('\n')].filter(Boolean).join('\n\n')
}
