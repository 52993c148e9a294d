import { useState } from 'react'
import { Link } from 'wouter'
import type { Insights } from '../../../sdk/src/operations.ts'
import { useApiQuery, useMe } from '../api/queries.ts'
import { LatestAnswersButton } from '../ask/latest-answers.tsx'
import { formatDate, formatRelativeTime } from '../components/format-date.ts'
import { NotFoundPage } from '../components/not-found-page.tsx'
import { Page } from '../components/page.tsx'
import { EmptyState, QueryState } from '../components/query-state.tsx'
import { EmptyPanel, InsightsPanel } from '../insights/insights-panel.tsx'
import { InsightsSkeleton } from '../insights/insights-skeleton.tsx'
import { QuestionGaps } from '../insights/question-gaps.tsx'
import { insightsText as text } from '../messages/insights.ts'
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
      title={text('title')}
      lead={text('lead')}
      actions={
        <>
          <LatestAnswersButton />
          <fieldset className="flex flex-wrap rounded-lg border border-line bg-surface p-0.5">
            <legend className="sr-only">{text('period')}</legend>
            {periods.map((period) => (
              <button
                key={period}
                type="button"
                aria-pressed={days === period}
                onClick={() => setDays(period)}
                className="rounded-md px-3 py-1 text-sm text-quiet aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent"
              >
                {text('days', { count: Number(period) })}
              </button>
            ))}
          </fieldset>
        </>
      }
    >
      <QueryState
        query={insights}
        loading={<InsightsSkeleton />}
        isEmpty={(data) => data.totals.questions === 0 && data.stale.length === 0 && data.contradicting.length === 0}
        empty={
          <EmptyState
            icon="insights"
            title={text('empty')}
            action={
              <Link href="/" className="button">
                {text('ask')}
              </Link>
            }
          >
            {text('emptyHint')}
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
          label={text('questions')}
          value={totals.questions.toLocaleString()}
          detail={text('throughApi', { count: totals.throughApi.toLocaleString() })}
        />
        <StatCard
          label={text('answered')}
          value={text('percent', { value: answeredPercent })}
          detail={text('notFound', { count: totals.refused.toLocaleString() })}
        />
        <StatCard label={text('people')} value={totals.people.toLocaleString()} />
        <StatCard
          label={text('rated')}
          value={text('ratings', { up: totals.liked.toLocaleString(), down: totals.disliked.toLocaleString() })}
        />
      </dl>
      <InsightsPanel title={text('overTime')} className="lg:col-span-2">
        <DailyChart days={data.days} />
      </InsightsPanel>
      <QuestionGaps topics={data.unanswered} ignored={data.ignoredQuestions} />
      <InsightsPanel title={text('sources')} lead={text('sourcesLead')}>
        {data.sources.length === 0 ? (
          <EmptyPanel icon="notes">{text('noSources')}</EmptyPanel>
        ) : (
          <BarList
            label={text('sourcesChart')}
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
      <InsightsPanel title={text('disliked')}>
        {data.disliked.length === 0 ? (
          <EmptyPanel icon="check">{text('noDisliked')}</EmptyPanel>
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
      <InsightsPanel title={text('stale')} lead={text('staleLead')}>
        {data.stale.length === 0 ? (
          <EmptyPanel icon="check">{text('noStale')}</EmptyPanel>
        ) : (
          <ul className="divide-y divide-line">
            {data.stale.map((note) => (
              <li key={note.id} className="py-2">
                <Link href={`/notes/${encodeURIComponent(note.id)}`} className="link font-medium">
                  {note.title}
                </Link>
                <p className="text-sm text-quiet">
                  {note.answers === 0
                    ? text('updated', { reason: note.reason, date: formatDate(note.updatedAt) })
                    : text('updatedAndUsed', {
                        reason: note.reason,
                        date: formatDate(note.updatedAt),
                        count: note.answers,
                      })}
                </p>
              </li>
            ))}
          </ul>
        )}
      </InsightsPanel>
      <InsightsPanel title={text('contradicting')} lead={text('contradictingLead')} className="lg:col-span-2">
        {data.contradicting.length === 0 ? (
          <EmptyPanel icon="check">{text('noContradicting')}</EmptyPanel>
        ) : (
          <ul className="divide-y divide-line">
            {data.contradicting.map((pair) => (
              <li key={pair.map((note) => note.id).join(' ')} className="grid gap-x-8 gap-y-3 py-3 md:grid-cols-2">
                {pair.map((note) => (
                  <div key={note.id} className="min-w-0">
                    <Link href={`/notes/${encodeURIComponent(note.id)}`} className="link font-medium">
                      {note.title}
                    </Link>
                    <span className="text-sm text-quiet">
                      {' '}
                      {text('updatedOn', { date: formatDate(note.updatedAt) })}
                    </span>
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
