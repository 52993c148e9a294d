import { Link } from 'wouter'
import { useApiQuery } from '../api/queries.ts'
import { Icon } from '../components/icon.tsx'
import { notesText } from '../messages/notes.ts'

/** Lists the notes that link to a note; nothing while there are none. */
export function Backlinks({ noteId }: { noteId: string }) {
  const linking = useApiQuery('listNotes', { linksTo: noteId, includeArchived: false })
  const notes = linking.data?.notes ?? []
  if (notes.length === 0) return null
  return (
    <section aria-labelledby="linked-from" className="mt-10">
      <h2 id="linked-from" className="mb-2 text-sm text-quiet">
        {notesText('linkedFrom')}
      </h2>
      <ul className="space-y-1">
        {notes.map(({ id, title }) => (
          <li key={id}>
            <Link
              href={`/notes/${encodeURIComponent(id)}`}
              className="flex items-center gap-2 rounded-lg px-2 py-1 hover:bg-sunken"
            >
              <Icon name="notes" size={16} className="text-quiet" />
              <span className="min-w-0 truncate">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
