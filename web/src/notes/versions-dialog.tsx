import { useState } from 'react'
import type { NoteVersionList, NoteWithContent } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { formatDateTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { EmptyState, ErrorAlert, QueryState } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { noteDialogText } from '../messages/note-dialogs.ts'
import { diffLines } from './diff-lines.ts'
import { DiffView } from './diff-view.tsx'
import type { NoteDialogProps } from './note-dialog-props.ts'

type Version = NoteVersionList['versions'][number]

/** Lists earlier versions of the note and their differences to the current text. */
export function VersionsDialog({ note, onClose }: NoteDialogProps) {
  const versions = useApiQuery('listNoteVersions', { id: note.id })
  const [selectedId, setSelectedId] = useState<string>()
  return (
    <Dialog title={noteDialogText('versionsOf', { title: note.title })} onClose={onClose} width="max-w-4xl">
      <QueryState
        query={versions}
        isEmpty={(data) => data.versions.length === 0}
        empty={
          <EmptyState icon="history" title={noteDialogText('noVersions')}>
            {noteDialogText('noVersionsHint')}
          </EmptyState>
        }
      >
        {(data) => {
          const open = data.versions.find((version) => version.id === selectedId) ?? data.versions[0]
          return (
            <div className="grid grid-cols-1 gap-5 md:grid-cols-[13rem_minmax(0,1fr)]">
              <ul aria-label={noteDialogText('versions')} className="space-y-1">
                {data.versions.map((version) => (
                  <li key={version.id}>
                    <button
                      type="button"
                      aria-current={version === open ? 'true' : undefined}
                      onClick={() => setSelectedId(version.id)}
                      className="w-full rounded-lg px-3 py-2 text-left hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:text-accent"
                    >
                      <span className="block font-medium">{formatDateTime(version.writtenAt)}</span>
                      {version.writtenBy && (
                        <span className="block truncate text-[0.8125rem]">{version.writtenBy.name}</span>
                      )}
                      {version.title !== note.title && (
                        <span className="block truncate text-[0.8125rem]">{version.title}</span>
                      )}
                    </button>
                  </li>
                ))}
              </ul>
              {open && (
                <VersionDiff key={open.id} note={note} version={open} canWrite={note.canEdit} onClose={onClose} />
              )}
            </div>
          )
        }}
      </QueryState>
    </Dialog>
  )
}

function VersionDiff({
  note,
  version,
  canWrite,
  onClose,
}: {
  note: NoteWithContent
  version: Version
  canWrite: boolean
  onClose: () => void
}) {
  const showToast = useToast()
  const text = useApiQuery('readNoteVersion', { id: note.id, versionId: version.id })
  const restore = useApiMutation(
    (content: string) => api.changeNote({ id: note.id, title: version.title, markdown: content }),
    ['readNote', 'listNoteVersions', 'note-tree'],
    () => {
      showToast(noteDialogText('versionRestored'))
      onClose()
    },
  )
  return (
    <section aria-label={noteDialogText('changesSinceVersion')} className="min-w-0">
      <QueryState query={text}>
        {(data) => (
          <>
            <div className="mb-3 flex flex-wrap items-center gap-2">
              <p className="min-w-0 flex-1 basis-52 text-sm text-quiet">
                {noteDialogText('changesSince', { time: formatDateTime(version.writtenAt) })}
              </p>
              {canWrite && (
                <button
                  type="button"
                  className="button"
                  disabled={restore.isPending}
                  onClick={() => restore.mutate(data.content)}
                >
                  <Icon name="history" size={16} />
                  {noteDialogText('restoreVersion')}
                </button>
              )}
            </div>
            {restore.error && <ErrorAlert error={restore.error} />}
            <div className="space-y-3">
              {version.title !== note.title && (
                <DiffView
                  lines={[
                    { kind: 'removed', text: version.title },
                    { kind: 'added', text: note.title },
                  ]}
                />
              )}
              <DiffView lines={diffLines(data.content, note.content)} />
            </div>
          </>
        )}
      </QueryState>
    </section>
  )
}
