import { useState } from 'react'
import { Link } from 'wouter'
import { type HistoryOperations, useRead } from '../api/queries.ts'
import { isNotFound } from '../api/request.ts'
import { AnswerText } from '../ask/answer-text.tsx'
import { SourceList } from '../ask/source-list.tsx'
import { SourceReader } from '../ask/source-reader.tsx'
import { momentOf } from '../components/dates.ts'
import { Page } from '../components/page.tsx'
import { Empty, Loaded } from '../components/states.tsx'

/** An answer that a colleague shared, for those who may see every source of it. */
export function SharedAnswerPage({ id }: { id: string }) {
  const shared = useRead<HistoryOperations['readShared']>(
    ['shared', id],
    `/shared-answers/${encodeURIComponent(id)}`,
  )
  const [openNumber, setOpenNumber] = useState<number>()
  if (isNotFound(shared.error)) {
    return (
      <Page title="Shared answer">
        <Empty
          icon="lock"
          title="This answer is not open to you"
          action={
            <Link href="/" className="button button-primary">
              Ask yourself
            </Link>
          }
        >
          It is not shared any more, or it rests on something that is not shared with you.
        </Empty>
      </Page>
    )
  }
  return (
    <Page title={shared.data?.question ?? 'Shared answer'} width="max-w-6xl">
      <Loaded query={shared}>
        {(data) => {
          const open = openNumber === undefined ? undefined : data.sources[openNumber - 1]
          return (
            <div className="grid grid-cols-1 gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1fr)_19rem]">
              <div>
                <p className="mb-4 text-sm text-quiet">
                  Asked by {data.askedBy}, {momentOf(data.askedAt)}
                </p>
                <h2 className="sr-only">Answer</h2>
                <AnswerText
                  answer={data.answer}
                  titles={data.sources.map((source) => source.title)}
                  isComing={false}
                  openNumber={openNumber}
                  onOpen={setOpenNumber}
                />
              </div>
              <SourceList sources={data.sources} openNumber={openNumber} onOpen={setOpenNumber} />
              {open && openNumber !== undefined && (
                <SourceReader
                  source={open}
                  number={openNumber}
                  answer={data.answer}
                  onClose={() => setOpenNumber(undefined)}
                />
              )}
            </div>
          )
        }}
      </Loaded>
    </Page>
  )
}
