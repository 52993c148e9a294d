import type { ReactNode } from 'react'
import { useApiQuery } from '../api/queries.ts'
import { formatRelativeTime } from '../components/format-date.ts'
import { QueryState } from '../components/query-state.tsx'
import { notesStartText as text } from '../messages/notes-start.ts'
import { useFavourites } from './favourites.ts'
import { NoteLinkList } from './note-link-list.tsx'
import { useRecentNotes } from './recent-notes.ts'

const maxOpened = 6

/** The start of the Notes screen: favourites, the notes opened last and those edited last. */
export function NotesStart({ actions, empty }: { actions: ReactNode; empty: ReactNode }) {
  const favourites = useFavourites().data ?? []
  const opened = useRecentNotes().notes.slice(0, maxOpened)
  const edited = useApiQuery('searchNotes', { query: '', hitsPerPage: 20 })
  return (
    <QueryState query={edited} isEmpty={({ hits }) => hits.length === 0} empty={empty}>
      {({ hits }) => (
        <>
          <div className="mb-6 flex flex-wrap justify-end gap-2">{actions}</div>
          <div className="space-y-8">
            <Section title={text('favourites')} isShown={favourites.length > 0}>
              <NoteLinkList notes={favourites} icon="star" />
            </Section>
            <Section title={text('opened')} isShown={opened.length > 0}>
              <NoteLinkList notes={opened.map(({ id, title, path }) => ({ id, title, path }))} />
            </Section>
            <Section title={text('edited')} isShown>
              <NoteLinkList
                notes={hits.map((hit) => ({
                  id: hit.id,
                  title: hit.title,
                  path: hit.parentNotes.map(({ title }) => title),
                  detail: text('editedAt', { time: formatRelativeTime(hit.lastEditedAt) }),
                }))}
              />
            </Section>
          </div>
        </>
      )}
    </QueryState>
  )
}

function Section({ title, isShown, children }: { title: string; isShown: boolean; children: ReactNode }) {
  if (!isShown) return null
  return (
    <section aria-label={title}>
      <h2 className="mb-2">{title}</h2>
      {children}
    </section>
  )
}
