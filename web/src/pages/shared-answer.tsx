import { useState } from 'react'
import { Link } from 'wouter'
import { isNotFound } from '../api/client.ts'
import { useApiQuery } from '../api/queries.ts'
import { AnswerAuthor } from '../ask/answer-author.tsx'
import { AnswerText } from '../ask/answer-text.tsx'
import { useHasSourceColumn } from '../ask/source-column.tsx'
import { SourceList } from '../ask/source-list.tsx'
import { SourcePanel } from '../ask/source-panel.tsx'
import { formatDateTime } from '../components/format-date.ts'
import { Page } from '../components/page.tsx'
import { EmptyState, QueryState } from '../components/query-state.tsx'
import { sharedAnswerText } from '../messages/ask-page.ts'

/** An answer that a colleague shared, for people who can see all of its sources. */
export function SharedAnswerPage({ id }: { id: string }) {
  const shared = useApiQuery('readSharedAnswer', { id })
  const [openNumber, setOpenNumber] = useState<number>()
  const hasSourceBeside = useHasSourceColumn() && openNumber !== undefined
  if (isNotFound(shared.error)) {
    return (
      <Page title={sharedAnswerText('title')}>
        <EmptyState
          icon="lock"
          title={sharedAnswerText('noAccess')}
          action={
            <Link href="/" className="button button-primary">
              {sharedAnswerText('ask')}
            </Link>
          }
        >
          {sharedAnswerText('noAccessHint')}
        </EmptyState>
      </Page>
    )
  }
  return (
    <div className="flex">
      <div className="min-w-0 flex-1">
        <Page title={shared.data?.question ?? sharedAnswerText('title')}>
          <QueryState query={shared}>
            {(data) => (
              <div
                className={`grid grid-cols-1 gap-x-10 gap-y-6 ${hasSourceBeside ? '' : 'xl:grid-cols-[minmax(0,1fr)_19rem]'}`}
              >
                <div>
                  <p className="mb-4 text-sm text-quiet">
                    {sharedAnswerText('askedBy', { name: data.askedBy, when: formatDateTime(data.askedAt) })}
                  </p>
                  <h2 className="sr-only">{sharedAnswerText('answer')}</h2>
                  <AnswerText
                    answer={data.answer}
                    sources={data.sources}
                    isStreaming={false}
                    openSourceNumber={openNumber}
                    onOpenSource={setOpenNumber}
                  />
                  <AnswerAuthor writtenBy={data.writtenBy} className="mt-3" />
                </div>
                <SourceList
                  sources={data.sources}
                  answer={data.answer}
                  openSourceNumber={openNumber}
                  onOpenSource={setOpenNumber}
                />
              </div>
            )}
          </QueryState>
        </Page>
      </div>
      {shared.data && openNumber !== undefined && (
        <SourcePanel
          sources={shared.data.sources}
          number={openNumber}
          answer={shared.data.answer}
          onSelect={setOpenNumber}
          onClose={() => setOpenNumber(undefined)}
        />
      )}
    </div>
  )
}
