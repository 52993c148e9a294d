import { Link } from 'wouter'
import { useApiQuery, useMe, useOrganization } from '../api/queries.ts'
import { Icon } from '../components/icon.tsx'
import { ErrorAlert, LoadingSkeleton } from '../components/query-state.tsx'
import { AnswerAuthor } from './answer-author.tsx'
import { SampleProgress } from './sample-progress.tsx'

/** The Ask screen before a first question: the box and examples. */
export function AskStartScreen({
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
