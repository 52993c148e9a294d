import { useState } from 'react'
import type { NoteWithContent } from '../../../sdk/src/operations.ts'
import { useApiQuery, useMe } from '../api/queries.ts'
import { Icon } from '../components/icon.tsx'
import { notesText } from '../messages/notes.ts'
import { PublishDialog } from './publish-dialog.tsx'

/** Says that only the person can see a note of theirs, and offers to publish it. */
export function PrivateDraft({ note }: { note: Pick<NoteWithContent, 'id' | 'parentNoteId'> }) {
  const me = useMe()
  const audience = useApiQuery('readNoteAudience', { id: note.id })
  const [isPublishing, setIsPublishing] = useState(false)
  const readers = audience.data?.effectiveAudience ?? []
  const isOwn = audience.data?.audience !== null
  if (!isOwn || readers.length !== 1 || readers[0] !== `user:${me.data?.email}`) return null
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-sunken px-4 py-2 text-sm">
      <Icon name="lock" size={16} className="text-quiet" />
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">{notesText('privateDraft')}.</strong> {notesText('onlyYou')}
      </p>
      <button type="button" className="button" onClick={() => setIsPublishing(true)}>
        {notesText('publish')}
      </button>
      {isPublishing && <PublishDialog note={note} onClose={() => setIsPublishing(false)} />}
    </div>
  )
}
