import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon, type IconName } from '../components/icon.tsx'
import { PathText } from '../components/path-text.tsx'

export interface LinkedNote {
  id: string
  title: string
  path?: readonly string[]
  /** Shown at the end of the line. */
  detail?: ReactNode
}

/** A list of links to notes, each with where it is. */
export function NoteLinkList({ notes, icon = 'notes' }: { notes: readonly LinkedNote[]; icon?: IconName }) {
  return (
    <ul className="card divide-y divide-line">
      {notes.map((note) => (
        <li key={note.id}>
          <Link
            href={`/notes/${encodeURIComponent(note.id)}`}
            className="flex items-baseline gap-2.5 px-4 py-2.5 -outline-offset-2 transition-colors hover:bg-sunken"
          >
            <Icon name={icon} size={15} className="translate-y-0.5 text-quiet" />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium" dir="auto">
                {note.title}
              </span>
              {note.path && note.path.length > 0 && (
                <PathText parts={note.path} className="text-[0.8125rem] text-quiet" />
              )}
            </span>
            {note.detail && <span className="shrink-0 text-[0.8125rem] text-quiet">{note.detail}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
