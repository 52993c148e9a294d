import type { PlacedSource } from '../../../sdk/src/operations.ts'
import { DocumentLink } from './document-link.tsx'

/** The notes nearest to a question that nothing answers. */
export function NearestNotes({ label = 'Nearest notes', notes }: { label?: string; notes: readonly PlacedSource[] }) {
  if (notes.length === 0) return null
  return (
    <section aria-label={label} className="mt-5">
      <h3 className="mb-2 text-sm text-quiet">Nearest notes</h3>
      <ul className="space-y-2.5">
        {notes.map((note) => (
          <li key={`${note.id} ${note.url}`}>
            <DocumentLink document={note} />
          </li>
        ))}
      </ul>
    </section>
  )
}
