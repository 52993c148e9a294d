import { Link } from 'wouter'
import type { Insights } from '../../../sdk/src/operations.ts'
import { formatRelativeTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { insightsText as text } from '../messages/insights.ts'
import { EmptyPanel, InsightsPanel } from './insights-panel.tsx'

const maxTitleLength = 200

/** Questions without an answer, by topic. Each can be answered by a new note. */
export function QuestionGaps({ topics, ignored }: { topics: Insights['unanswered']; ignored: number }) {
  return (
    <InsightsPanel title={text('gaps')} lead={text('gapsLead')}>
      {topics.length === 0 ? (
        <EmptyPanel icon="check">{text('noGaps')}</EmptyPanel>
      ) : (
        <ul className="space-y-2">
          {topics.map((topic) => (
            <li key={`${topic.topic} ${topic.questions[0]?.text}`}>
              <details className="group rounded-lg border border-line open:bg-ground">
                <summary className="flex cursor-pointer items-center gap-2 rounded-lg px-3 py-2">
                  <Icon name="chevronRight" size={14} className="transition-transform group-open:rotate-90" />
                  <span className="min-w-0 flex-1 truncate font-medium">{topic.topic}</span>
                  <span className="chip">{text('questionCount', { count: topic.count })}</span>
                </summary>
                <ul className="divide-y divide-line px-4 pb-2 text-sm">
                  {topic.questions.map((question) => (
                    <li key={question.text} className="flex items-center gap-3 py-2">
                      <span className="min-w-0 flex-1">
                        <span className="block break-words" dir="auto">
                          {question.text}
                        </span>
                        <span className="text-quiet">
                          {question.count > 1 && `${text('times', { count: question.count })}, `}
                          {formatRelativeTime(question.lastAskedAt)}
                        </span>
                      </span>
                      <WriteLink question={question.text} />
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          ))}
        </ul>
      )}
      {ignored > 0 && <p className="mt-3 text-sm text-quiet">{text('ignored', { count: ignored })}</p>}
    </InsightsPanel>
  )
}

/** Opens a new note with the question as its title. */
function WriteLink({ question }: { question: string }) {
  return (
    <Link
      href={`/notes?new=${encodeURIComponent(question.slice(0, maxTitleLength))}`}
      className="button shrink-0"
      aria-label={text('writeAbout', { question })}
    >
      <Icon name="edit" size={15} />
      {text('write')}
    </Link>
  )
}
