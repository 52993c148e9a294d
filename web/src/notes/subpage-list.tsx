import { EmptyState, QueryState } from '../components/query-state.tsx'
import { notesStartText as text } from '../messages/notes-start.ts'
import { NoteLinkList } from './note-link-list.tsx'
import { useNoteBranch } from './use-note-tree.ts'

/** Shown for a note without text: its subpages, or that it is empty. */
export function SubpageList({ noteId }: { noteId: string }) {
  const branch = useNoteBranch(noteId)
  return (
    <QueryState
      query={branch}
      isEmpty={(notes) => notes.length === 0}
      empty={<EmptyState icon="notes" title={text('emptyNote')} />}
    >
      {(notes) => (
        <section aria-label={text('subpages')}>
          <h2 className="mb-2">{text('subpages')}</h2>
          <NoteLinkList
            notes={notes.map(({ id, title, childCount }) => ({
              id,
              title,
              ...(childCount > 0 && { detail: text('childCount', { count: childCount }) }),
            }))}
          />
        </section>
      )}
    </QueryState>
  )
}
