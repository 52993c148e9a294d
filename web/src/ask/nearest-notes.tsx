import { Link } from 'wouter'
import type { NearestNote } from '../../../sdk/src/operations.ts'
import { useMe } from '../api/queries.ts'
import { Icon } from '../components/icon.tsx'
import { askText } from '../messages/ask.ts'
import { DocumentLink } from './document-link.tsx'

/** What to do about a question that nothing answers: read the nearest notes, ask their owner, or write the note. */
export function NearestNotes({
  label = askText('nearestNotes'),
  question,
  notes,
}: {
  label?: string
  question: string
  notes: readonly NearestNote[]
}) {
  const me = useMe()
  const owned = notes.find(({ owner }) => owner !== undefined)
  return (
    <>
      {notes.length > 0 && (
        <section aria-label={label} className="mt-5">
          <h3 className="mb-2 text-sm text-quiet">{askText('nearestNotes')}</h3>
          <ul className="space-y-4">
            {notes.map((note) => (
              <li key={`${note.id} ${note.url}`}>
                <DocumentLink document={note} />
                {note.explanation && (
                  <p className="mt-1 line-clamp-4 text-sm break-words whitespace-pre-line">{note.explanation}</p>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {owned && <OwnerToAsk note={owned} question={question} />}
      {me.data && me.data.role !== 'viewer' && (
        <div className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-2">
          <Link href={`/notes?${new URLSearchParams({ new: question })}`} className="button">
            <Icon name="plus" size={16} />
            {askText('writeNote')}
          </Link>
          <p className="text-sm text-quiet">{askText('writeNoteHint')}</p>
        </div>
      )}
    </>
  )
}

function OwnerToAsk({ note: { owner, title }, question }: { note: NearestNote; question: string }) {
  if (!owner) return null
  const text = askText(owner.kind === 'group' ? 'askOwnerGroup' : 'askOwner', { owner: owner.name, title })
  return (
    <p className="mt-4 flex items-start gap-2 break-words">
      <Icon name="people" size={16} className="mt-1 text-quiet" />
      {owner.email === undefined ? (
        <span className="min-w-0">{text}</span>
      ) : (
        <a
          href={`mailto:${encodeURIComponent(owner.email)}?subject=${encodeURIComponent(question)}`}
          className="link min-w-0"
        >
          {text}
        </a>
      )}
    </p>
  )
}
