import { Link } from 'wouter'
import { Icon, type IconName } from '../components/icon.tsx'
import { notesStartText as text } from '../messages/notes-start.ts'
import { useFavourites } from './favourites.ts'
import { useRecentNotes } from './recent-notes.ts'

const maxRecent = 5

/** Favourites above the tree; on a phone, where the tree is the start, recent notes, too. */
export function SideBarNotes({ currentId }: { currentId: string | undefined }) {
  const favourites = useFavourites().data ?? []
  const recent = useRecentNotes().notes.slice(0, maxRecent)
  return (
    <>
      <SideBarList title={text('favourites')} icon="star" notes={favourites} currentId={currentId} />
      <div className="lg:hidden">
        <SideBarList title={text('recent')} icon="history" notes={recent} currentId={currentId} />
      </div>
    </>
  )
}

function SideBarList({
  title,
  icon,
  notes,
  currentId,
}: {
  title: string
  icon: IconName
  notes: readonly { id: string; title: string }[]
  currentId: string | undefined
}) {
  if (notes.length === 0) return null
  return (
    <details open className="mb-2 border-b border-line pb-2">
      <summary className="cursor-pointer rounded-md px-2 py-1 text-[0.8125rem] font-semibold text-quiet">
        {title}
      </summary>
      <nav aria-label={title}>
        <ul className="max-h-44 overflow-y-auto">
          {notes.map((note) => (
            <li key={note.id}>
              <Link
                href={`/notes/${encodeURIComponent(note.id)}`}
                aria-current={note.id === currentId ? 'page' : undefined}
                className="flex items-center gap-2 rounded-lg px-2 py-1 -outline-offset-2 hover:bg-sunken aria-[current]:font-semibold aria-[current]:text-accent"
              >
                <Icon name={icon} size={14} className="text-quiet" />
                <span className="truncate" dir="auto">
                  {note.title}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  )
}
