import { useState } from 'react'
import { Link } from 'wouter'
import type { Insights } from '../../../sdk/src/operations.ts'
import { useApiQuery, useMe } from '../api/queries.ts'
import { LatestAnswersButton } from '../ask/latest-answers.tsx'
import { formatDate, formatRelativeTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { NotFoundPage } from '../components/not-found-page.tsx'
import { Page } from '../components/page.tsx'
import { EmptyState, QueryState } from '../components/query-state.tsx'
import { BarList } from '../plots/bar-list.tsx'
import { DailyChart } from '../plots/daily-chart.tsx'

const periods = ['7', '30', '90'] as const

export function InsightsPage() {
  const me = useMe()
  const [days, setDays] = useState<(typeof periods)[number]>('30')
  const insights = useApiQuery('insights', { days })
  if (me.data?.role !== 'admin') return <NotFoundPage />
  return (
    <Page
      title="Insights"
      lead="What people ask, what they find, and what to write next."
      width="max-w-6xl"
      actions={
        <>
          <LatestAnswersButton />
          <fieldset className="flex rounded-lg border border-line bg-surface p-0.5">
            <legend className="sr-only">Period</legend>
            {periods.map((period) => (
              <button
                key={period}
                type="button"
                aria-pressed={days === period}
                onClick={() => setDays(period)}
                className="rounded-md px-3 py-1 text-sm text-quiet aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent"
              >
                {period} days
              </button>
            ))}
          </fieldset>
        </>
      }
    >
      <QueryState
        query={insights}
        isEmpty={(data) => data.totals.questions === 0 && data.stale.length === 0 && data.contradicting.length === 0}
        empty={
          <EmptyState icon="insights" title="No questions in this period">
            When people ask questions, you can see them and their sources here.
          </EmptyState>
        }
      >
        {(data) => <InsightsPanels data={data} />}
      </QueryState>
    </Page>
  )
}

function InsightsPanels({ data }: { data: Insights }) {
  const { totals } = data
  const answeredPercent = totals.questions === 0 ? 0 : Math.round((100 * totals.answered) / totals.questions)
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:col-span-2">
        <StatCard
          label="Questions"
          value={totals.questions.toLocaleString()}
          detail={`${totals.throughApi.toLocaleString()} via API`}
        />
        <StatCard
          label="Answered"
          value={`${answeredPercent} %`}
          detail={`${totals.refused.toLocaleString()} not found`}
        />
        <StatCard label="People asking" value={totals.people.toLocaleString()} />
        <StatCard
          label="Rated"
          value={`${totals.liked.toLocaleString()} up, ${totals.disliked.toLocaleString()} down`}
        />
      </dl>
      <InsightsPanel title="Questions over time" className="lg:col-span-2">
        <DailyChart days={data.days} />
      </InsightsPanel>
      <InsightsPanel title="What to write next" lead="Questions without an answer, by topic.">
        {data.unanswered.length === 0 ? (
          <p className="text-quiet">Every question was answered.</p>
        ) : (
          <ul className="space-y-2">
            {data.unanswered.map((topic) => (
              <li key={`${topic.topic} ${topic.questions[0]?.text}`}>
                <details className="group rounded-lg border border-line open:bg-ground">
                  <summary className="flex cursor-pointer items-center gap-2 rounded-lg px-3 py-2">
                    <Icon name="chevronRight" size={14} className="transition-transform group-open:rotate-90" />
                    <span className="min-w-0 flex-1 truncate font-medium">{topic.topic}</span>
                    <span className="chip">
                      {topic.count} {topic.count === 1 ? 'question' : 'questions'}
                    </span>
                  </summary>
                  <ul className="space-y-1 px-4 pb-3 text-sm">
                    {topic.questions.map((question) => (
                      <li key={question.text} className="flex gap-2">
                        <span className="min-w-0 flex-1 break-words" dir="auto">
                          {question.text}
                        </span>
                        <span className="shrink-0 text-quiet">
                          {question.count > 1 && `${question.count} times, `}
                          {formatRelativeTime(question.lastAskedAt)}
                        </span>
                      </li>
                    ))}
                  </ul>
                </details>
              </li>
            ))}
          </ul>
        )}
      </InsightsPanel>
      <InsightsPanel title="Most used sources" lead="Only sources you can see.">
        {data.sources.length === 0 ? (
          <p className="text-quiet">No sources used yet.</p>
        ) : (
          <BarList
            label="Answers that used each source"
            bars={data.sources.map((source) => ({
              key: source.documentId,
              name: source.title,
              detail: source.path.join(' › '),
              value: source.answers,
              href: source.kind === 'note' ? `/notes/${encodeURIComponent(source.id)}` : undefined,
            }))}
          />
        )}
      </InsightsPanel>
      <InsightsPanel title="Disliked answers">
        {data.disliked.length === 0 ? (
          <p className="text-quiet">No disliked answers.</p>
        ) : (
          <ul className="divide-y divide-line">
            {data.disliked.map((answer) => (
              <li key={`${answer.askedAt} ${answer.question}`} className="py-2">
                <p className="break-words" dir="auto">
                  {answer.question}
                </p>
                <p className="text-sm text-quiet">
                  {answer.reason ? `“${answer.reason}”, ` : ''}
                  {formatRelativeTime(answer.askedAt)}
                </p>
              </li>
            ))}
          </ul>
        )}
      </InsightsPanel>
      <InsightsPanel title="Notes to review" lead="Flagged, expired, or old but still used in answers.">
        {data.stale.length === 0 ? (
          <p className="text-quiet">Nothing needs review.</p>
        ) : (
          <ul className="divide-y divide-line">
            {data.stale.map((note) => (
              <li key={note.id} className="py-2">
                <Link href={`/notes/${encodeURIComponent(note.id)}`} className="link font-medium">
                  {note.title}
                </Link>
                <p className="text-sm text-quiet">
                  {note.reason}. Updated {formatDate(note.updatedAt)}
                  {note.answers > 0 && `, used in ${note.answers} ${note.answers === 1 ? 'answer' : 'answers'}`}.
                </p>
              </li>
            ))}
          </ul>
        )}
      </InsightsPanel>
      <InsightsPanel
        title="Notes that contradict each other"
        lead="The same statement with different figures, in notes you can see."
        className="lg:col-span-2"
      >
        {data.contradicting.length === 0 ? (
          <p className="text-quiet">No contradictions found.</p>
        ) : (
          <ul className="divide-y divide-line">
            {data.contradicting.map((pair) => (
              <li key={pair.map((note) => note.id).join(' ')} className="grid gap-x-8 gap-y-3 py-3 md:grid-cols-2">
                {pair.map((note) => (
                  <div key={note.id} className="min-w-0">
                    <Link href={`/notes/${encodeURIComponent(note.id)}`} className="link font-medium">
                      {note.title}
                    </Link>
                    <span className="text-sm text-quiet"> updated {formatDate(note.updatedAt)}</span>
                    <p className="mt-0.5 break-words" dir="auto">
                      “{note.says}”
                    </p>
                  </div>
                ))}
              </li>
            ))}
          </ul>
        )}
      </InsightsPanel>
    </div>
  )
}

function StatCard({ label, value, detail }: { label: string; value: string; detail?: string }) {
  return (
    <div className="card px-4 py-3">
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="mt-0.5 text-xl font-semibold tracking-tight">
        {value}
        {detail && <span className="block text-[0.8125rem] font-normal tracking-normal text-quiet">{detail}</span>}
      </dd>
    </div>
  )
}

function InsightsPanel({
  title,
  lead,
  children,
  className = '',
}: {
  title: string
  lead?: string
  children: React.ReactNode
  className?: string
}) {
  return (
    <section aria-label={title} className={`card min-w-0 px-5 py-4 ${className}`}>
      <h2>{title}</h2>
      {lead && <p className="text-sm text-quiet">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}
