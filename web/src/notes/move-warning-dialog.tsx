import type { NoteMoveEffect } from '../../../sdk/src/operations.ts'
import { ConfirmDialog } from '../components/dialog.tsx'
import { PrincipalName } from '../components/principal-picker.tsx'
import { noteDialogText as text } from '../messages/note-dialogs.ts'
import { sharingText } from '../messages/sharing.ts'

/** Asks for confirmation before a move that lets more people see or edit a note. */
export function MoveWarningDialog({
  title,
  effect,
  mutation,
  onConfirm,
  onClose,
}: {
  title: string
  effect: NoteMoveEffect
  mutation: { isPending: boolean; error: unknown }
  onConfirm: () => void
  onClose: () => void
}) {
  const { gained, lost, noteCount, editing } = effect
  const isSeenByMore = gained.count > 0
  const subpages = noteCount - 1
  const readers = { count: gained.count, names: listNames(gained) }
  return (
    <ConfirmDialog
      title={sharingText(isSeenByMore ? 'moveShows' : 'moveOpens', { title })}
      confirmLabel={text('move')}
      isDanger={false}
      mutation={mutation}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {isSeenByMore && (
        <p className="text-ink">
          {subpages > 0 ? text('moveReadersOfBranch', { ...readers, subpages }) : text('moveReaders', readers)}
        </p>
      )}
      {editing.gained.count > 0 && (
        <p className="text-ink">
          {sharingText('moveEditors', { count: editing.gained.count, names: listNames(editing.gained) })}
        </p>
      )}
      {lost.count > 0 && <p>{text('moveLosers', { count: lost.count, names: listNames(lost) })}</p>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2 rounded-lg bg-sunken px-4 py-3">
        <Readers label={text('now')} principals={effect.audienceBefore} />
        <Readers label={text('afterMove')} principals={effect.audienceAfter} />
      </dl>
    </ConfirmDialog>
  )
}

function Readers({ label, principals }: { label: string; principals: readonly string[] }) {
  return (
    <>
      <dt className="text-sm">{label}</dt>
      <dd className="flex flex-wrap gap-1.5">
        {principals.map((principal) => (
          <span key={principal} className="chip chip-accent">
            <PrincipalName principal={principal} />
          </span>
        ))}
      </dd>
    </>
  )
}

const maxNames = 5

/** Returns the first names and the number of the others. */
function listNames({ count, names }: { count: number; names: readonly string[] }): string {
  const shown = names.slice(0, maxNames)
  const others = count - shown.length
  if (others > 0) return text('namesAndOthers', { names: shown.join(', '), count: others })
  if (shown.length < 2) return shown.join('')
  return text('namesAndLast', { names: shown.slice(0, -1).join(', '), last: shown.at(-1) ?? '' })
}
