import { useDeferredValue, useState } from 'react'
import { useApiQuery } from '../api/queries.ts'
import { commonText } from '../messages/common.ts'
import { Icon } from './icon.tsx'
import { joinNoteMatches } from './note-matches.ts'
import { PathText } from './path-text.tsx'
import { ErrorAlert, LoadingSkeleton } from './query-state.tsx'
import { SearchBox } from './search-box.tsx'
import { toTitleQuery } from './title-query.ts'

export interface NoteOption {
  id: string
  title: string
}

const maxNotes = 12

/** Finds a note by the beginnings of words of its title, or by its text; without text, lists the most recently edited notes. */
export function NotePicker({
  isForParent = false,
  excludedId,
  onSelect,
}: {
  /** Offers only notes that another note can be put below: those that the person can edit. */
  isForParent?: boolean
  /** A note that is not offered: the one to move. */
  excludedId?: string
  onSelect: (note: NoteOption) => void
}) {
  const [text, setText] = useState('')
  const query = useDeferredValue(text.trim())
  const found = useApiQuery(
    'searchNotes',
    { query, hitsPerPage: maxNotes, editableOnly: isForParent },
    { keepPrevious: true },
  )
  const titles = useApiQuery(
    'searchTitles',
    { query: toTitleQuery(query), kind: 'note', limit: maxNotes, editableOnly: isForParent },
    { isEnabled: query !== '', keepPrevious: true },
  )
  const matches = joinNoteMatches(
    query === '' ? [] : (titles.data?.hits ?? []),
    found.data?.hits ?? [],
    maxNotes,
    excludedId,
  )
  const isLoaded = found.data !== undefined && (query === '' || titles.data !== undefined)
  return (
    <div>
      <SearchBox label={commonText('findNote')} value={text} onChange={setText} />
      <div className="mt-2 min-h-40">
        {found.isPending && <LoadingSkeleton label={commonText('loadingNotes')} lines={3} />}
        {found.error && <ErrorAlert error={found.error} onRetry={() => found.refetch()} />}
        <ul className="space-y-0.5">
          {matches.map((note) => (
            <li key={note.id}>
              <button
                type="button"
                className="flex w-full items-baseline gap-x-2.5 rounded-lg px-3 py-1.5 text-left hover:bg-sunken max-sm:flex-wrap"
                onClick={() => onSelect({ id: note.id, title: note.title })}
              >
                <Icon name="notes" size={15} className="translate-y-0.5 text-quiet" />
                <span className="min-w-0 truncate max-sm:flex-1">{note.title}</span>
                <PathText
                  parts={note.path}
                  className="text-sm text-quiet max-sm:basis-full max-sm:pl-[1.5625rem] sm:ml-auto sm:max-w-[45%] sm:shrink-0"
                />
              </button>
            </li>
          ))}
        </ul>
        {isLoaded && matches.length === 0 && <p className="px-3 py-2 text-quiet">{commonText('noMatchingNotes')}</p>}
      </div>
    </div>
  )
}
