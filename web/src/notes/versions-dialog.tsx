import { useState } from 'react'
import { type NoteOperations, useChange, useRead } from '../api/queries.ts'
import { type Answer, call } from '../api/request.ts'
import { ago, momentOf } from '../components/dates.ts'
import { Dialog } from '../components/dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { useNotice } from '../components/notice.tsx'
import { Empty, Failure, Loaded } from '../components/states.tsx'
import type { Note } from './note-view.tsx'
import { type DifferenceLine, differenceOf } from './text-difference.ts'

type Version = Answer<NoteOperations['listVersions']>['versions'][number]

/** What the note said before, and what became of it. */
export function VersionsDialog({
  note,
  mayWrite,
  onClose,
}: {
  note: Note
  mayWrite: boolean
  onClose: () => void
}) {
  const path = `/notes/${encodeURIComponent(note.id)}/versions`
  const versions = useRead<NoteOperations['listVersions']>(['notes', note.id, 'versions'], path)
  const [chosen, setChosen] = useState<string>()
  return (
    <Dialog title={`Versions of ${note.title}`} onClose={onClose} width="max-w-4xl">
      <Loaded
        query={versions}
        isEmpty={(data) => data.versions.length === 0}
        empty={
          <Empty icon="history" title="No earlier version">
            When the text changes, the one before is kept here.
          </Empty>
        }
      >
        {(data) => {
          const open = data.versions.find((version) => version.id === chosen) ?? data.versions[0]
          return (
            <div className="grid grid-cols-1 gap-5 md:grid-cols-[13rem_minmax(0,1fr)]">
              <ul aria-label="Versions" className="space-y-1">
                {data.versions.map((version) => (
                  <li key={version.id}>
                    <button
                      type="button"
                      aria-current={version === open ? 'true' : undefined}
                      onClick={() => setChosen(version.id)}
                      className="w-full rounded-lg px-3 py-2 text-left hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:text-accent"
                    >
                      <span className="block truncate font-medium">{version.title}</span>
                      <span className="block text-[0.8125rem]" title={momentOf(version.replacedAt)}>
                        until {ago(version.replacedAt)}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
              {open && (
                <Difference key={open.id} note={note} version={open} mayWrite={mayWrite} onClose={onClose} />
              )}
            </div>
          )
        }}
      </Loaded>
    </Dialog>
  )
}

function Difference({
  note,
  version,
  mayWrite,
  onClose,
}: {
  note: Note
  version: Version
  mayWrite: boolean
  onClose: () => void
}) {
  const notice = useNotice()
  const text = useRead<NoteOperations['readVersion']>(
    ['notes', note.id, 'versions', version.id],
    `/notes/${encodeURIComponent(note.id)}/versions/${encodeURIComponent(version.id)}`,
  )
  const restore = useChange(
    (content: string) =>
      call<NoteOperations['changeNote']>('PUT', `/notes/${encodeURIComponent(note.id)}`, {
        body: { title: version.title, markdown: content },
      }),
    ['notes', 'note-tree'],
    () => {
      notice('Brought back')
      onClose()
    },
  )
  return (
    <section aria-label="Difference to now" className="min-w-0">
      <Loaded query={text}>
        {(data) => (
          <>
            <div className="mb-3 flex flex-wrap items-center gap-2">
              <p className="min-w-0 flex-1 basis-52 text-sm text-quiet">
                Written {ago(version.writtenAt)}. What was removed since, and what was added:
              </p>
              {mayWrite && (
                <button
                  type="button"
                  className="button"
                  disabled={restore.isPending}
                  onClick={() => restore.mutate(data.content)}
                >
                  <Icon name="history" size={16} />
                  Bring back
                </button>
              )}
            </div>
            {restore.error && <Failure error={restore.error} />}
            {version.title !== note.title && (
              <Lines
                lines={[
                  { kind: 'removed', text: version.title },
                  { kind: 'added', text: note.title },
                ]}
              />
            )}
            <Lines lines={differenceOf(data.content, note.content)} />
          </>
        )}
      </Loaded>
    </section>
  )
}

const looks = {
  same: { sign: ' ', className: '' },
  added: { sign: '+', className: 'bg-accent-soft text-accent no-underline' },
  removed: { sign: '−', className: 'bg-alarm-soft text-alarm' },
} as const

function Lines({ lines }: { lines: readonly DifferenceLine[] }) {
  return (
    <div className="mb-3 overflow-hidden rounded-lg border border-line text-sm">
      {lines.map(({ kind, text }, index) => {
        const { sign, className } = looks[kind]
        const Line = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'p'
        return (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: the same line may stand there twice, and none ever moves
            key={index}
            className={`flex gap-2 px-3 py-0.5 break-words whitespace-pre-wrap ${className}`}
          >
            <span aria-hidden="true" className="w-3 shrink-0 select-none">
              {sign}
            </span>
            <span className="min-w-0" dir="auto">
              {text || ' '}
            </span>
          </Line>
        )
      })}
    </div>
  )
}
