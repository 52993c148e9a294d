import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useApiQuery, useMe, useOrganization } from '../api/queries.ts'
import { Icon } from '../components/icon.tsx'
import { LoadingSkeleton, QueryState } from '../components/query-state.tsx'
import { askText } from '../messages/ask.ts'
import { AnswersAuthor } from './answer-author.tsx'
import { SampleProgress } from './sample-progress.tsx'
import { useSampleImport } from './use-sample-import.ts'

/** The Ask screen before a first question: the box and examples. */
export function AskStartScreen({
  box,
  onExample,
  isDisabled,
  isImportingSample,
}: {
  box: ReactNode
  onExample: (question: string) => void
  isDisabled: boolean
  /** The sample import runs after set-up. */
  isImportingSample: boolean
}) {
  const me = useMe()
  const organization = useOrganization()
  const isAdmin = me.data?.role === 'admin'
  const sample = useSampleImport(isImportingSample && isAdmin)
  // Examples change while notes arrive: until then, the import is all that is shown.
  const hasExamples = sample.state === 'none' || sample.state === 'done'
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-1 flex-col justify-center px-4 pb-24 sm:px-6">
      <h1 className="mb-6 text-center text-[1.75rem] sm:text-[2rem]">{askText('startTitle')}</h1>
      {isDisabled && (
        <p role="status" className="card mb-4 bg-warn-soft px-4 py-3 text-warn">
          {askText('askingOff')}
          {isAdmin && (
            <>
              {' '}
              <Link href="/settings/organization" className="link text-warn!">
                {askText('turnOn')}
              </Link>
            </>
          )}
        </p>
      )}
      {box}
      <AnswersAuthor writtenBy={isDisabled ? undefined : organization.data?.writtenBy} className="mt-2 px-3" />
      <div className="mt-5 min-h-44">
        <SampleProgress sample={sample} />
        {hasExamples && <Examples onSelect={onExample} isDisabled={isDisabled} />}
      </div>
    </div>
  )
}

/** Questions that the caller's notes answer; without notes, ways to add some. */
function Examples({ onSelect, isDisabled }: { onSelect: (question: string) => void; isDisabled: boolean }) {
  const examples = useApiQuery('exampleQuestions', {})
  return (
    <QueryState query={examples} loading={<LoadingSkeleton label={askText('loadingExamples')} lines={3} />}>
      {({ questions, hasDocuments }) =>
        questions.length > 0 ? (
          <section aria-label={askText('examples')}>
            <h2 className="mb-1 px-3 text-sm font-semibold text-quiet">{askText('fromYourNotes')}</h2>
            <ul>
              {questions.map((question) => (
                <li key={question}>
                  <button
                    type="button"
                    disabled={isDisabled}
                    onClick={() => onSelect(question)}
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
        ) : (
          !hasDocuments && (
            <p className="px-3 text-center text-quiet">
              {askText('nothingYet')}{' '}
              <Link href="/notes" className="link">
                {askText('writeOrImport')}
              </Link>{' '}
              {askText('or')}{' '}
              <Link href="/data-sources" className="link">
                {askText('connectSource')}
              </Link>
              .
            </p>
          )
        )
      }
    </QueryState>
  )
}
