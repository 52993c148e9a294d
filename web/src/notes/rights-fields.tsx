import { Icon } from '../components/icon.tsx'
import { PrincipalName, PrincipalPicker, principalLabel } from '../components/principal-picker.tsx'
import { sharingText } from '../messages/sharing.ts'
import {
  addPrincipal,
  type Right,
  type RightsChoice,
  type RightsContext,
  type RightsRow,
  removePrincipal,
  setRight,
} from './note-rights.ts'

/** The people and groups with access, each with the right to view or to edit, and a field to add more. */
export function RightsFields({
  rows,
  choice,
  context,
  onChange,
  error,
}: {
  rows: readonly RightsRow[]
  choice: RightsChoice
  context: RightsContext
  onChange: (choice: RightsChoice) => void
  error: string | undefined
}) {
  return (
    <>
      <ul aria-label={sharingText('access')} className="divide-y divide-line rounded-lg border border-line">
        {rows.map(({ principal, right, isRemovable }) => {
          const name = principalLabel(principal)
          return (
            <li key={principal} className="flex flex-wrap items-center justify-end gap-x-2 py-1.5 pr-2 pl-3">
              <span className="flex min-w-0 flex-1 basis-28 items-center gap-1.5">
                <PrincipalName principal={principal} />
              </span>
              <select
                aria-label={sharingText('accessOf', { name })}
                className="input w-auto py-1"
                value={right}
                onChange={(event) => onChange(setRight(choice, context, principal, event.target.value as Right))}
              >
                <option value="view">{sharingText('canView')}</option>
                <option value="edit">{sharingText('canEdit')}</option>
              </select>
              <button
                type="button"
                className={`button button-quiet button-icon ${isRemovable ? '' : 'invisible'}`}
                aria-label={sharingText('remove', { name })}
                onClick={() => onChange(removePrincipal(choice, principal))}
              >
                <Icon name="close" size={14} />
              </button>
            </li>
          )
        })}
      </ul>
      <PrincipalPicker
        label={sharingText('add')}
        hint={sharingText('addHint')}
        error={error}
        value={[]}
        exclude={rows.map((row) => row.principal)}
        onChange={([principal]) => principal && onChange(addPrincipal(choice, principal))}
      />
    </>
  )
}
