import { Link } from 'wouter'
import { notesStartText as text } from '../messages/notes-start.ts'
import { useNoteAncestors } from './use-note-tree.ts'

/** The way to a note: the Notes screen and the notes above it that the reader can see, as links. */
export function NoteBreadcrumb({ noteId }: { noteId: string }) {
  const ancestors = useNoteAncestors(noteId)
  const links = [
    { href: '/notes', label: text('allNotes') },
    ...ancestors.map(({ id, title }) => ({ href: `/notes/${encodeURIComponent(id)}`, label: title })),
  ]
  return (
    <nav aria-label={text('path')} className="mb-2">
      <ol className="flex flex-wrap items-center gap-x-1.5 text-sm text-quiet">
        {links.map(({ href, label }, index) => (
          <li key={href} className="flex min-w-0 items-center gap-1.5">
            {index > 0 && <span aria-hidden="true">›</span>}
            <Link href={href} className="max-w-56 truncate rounded-md hover:text-ink hover:underline" title={label}>
              {label}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
