import { useState } from 'react'
import { Link } from 'wouter'
import type { askEndpoints } from '../../../src/contract/ask-endpoints.ts'
import { type Assistant, useAssistants, useRead } from '../api/queries.ts'
import { Icon } from '../components/icon.tsx'
import { LazyMarkdown } from '../components/lazy-markdown.tsx'
import { Page } from '../components/page.tsx'
import { Empty, Loaded } from '../components/states.tsx'

/**
 * My digests. Each assistant tells what is new within its period, computed when it is opened: it shows what I may see
 * now, and opening it twice loses nothing.
 */
export function InboxPage() {
  const assistants = useAssistants()
  const [chosen, setChosen] = useState<string>()
  return (
    <Page title="Inbox" lead="What is new, told by the assistants that are meant for you.">
      <Loaded
        query={assistants}
        isEmpty={(data) => !data.assistants.some((assistant) => assistant.mayUse)}
        empty={
          <Empty
            icon="inbox"
            title="Your inbox is empty"
            action={
              <Link href="/assistants" className="button">
                See assistants
              </Link>
            }
          >
            Digests appear here once an assistant is meant for you.
          </Empty>
        }
      >
        {(data) => {
          const usable = data.assistants.filter((assistant) => assistant.mayUse)
          const open = usable.find((assistant) => assistant.id === chosen) ?? usable[0]
          return (
            <div className="grid grid-cols-1 gap-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
              <ul aria-label="Digests" className="space-y-1">
                {usable.map((assistant) => (
                  <li key={assistant.id}>
                    <button
                      type="button"
                      aria-current={assistant === open ? 'true' : undefined}
                      onClick={() => setChosen(assistant.id)}
                      className="flex w-full items-center gap-2.5 rounded-lg px-3 py-2 text-left hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:text-accent"
                    >
                      <Icon name="assistants" />
                      <span className="min-w-0">
                        <span className="block truncate font-medium">{assistant.name}</span>
                        <span className="block text-[0.8125rem] opacity-90">
                          {assistant.digestDays === 1
                            ? 'the last day'
                            : `the last ${assistant.digestDays} days`}
                        </span>
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
              {open && <Digest key={open.id} assistant={open} />}
            </div>
          )
        }}
      </Loaded>
    </Page>
  )
}

function Digest({ assistant }: { assistant: Assistant }) {
  const digest = useRead<(typeof askEndpoints)['digest']>(
    ['digest', assistant.id],
    `/ask/digest/${encodeURIComponent(assistant.id)}`,
  )
  return (
    <section aria-label={`Digest of ${assistant.name}`} className="card min-w-0 px-6 py-6">
      <Loaded query={digest}>{(text) => <LazyMarkdown text={text} />}</Loaded>
    </section>
  )
}
