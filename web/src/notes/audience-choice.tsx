import type { ReactNode } from 'react'
import { PrincipalPicker } from '../components/principal-picker.tsx'
import { noteDialogText as text } from '../messages/note-dialogs.ts'

/** Who can see a note: the readers of its parent, only the caller, everyone, or the people and groups in `names`. */
export interface AudienceChoice {
  kind: 'inherited' | 'private' | 'everyone' | 'named'
  names: readonly string[]
}

/** Returns the audience as the API takes it: the names, or null to inherit. */
export function toAudience({ kind, names }: AudienceChoice, myEmail: string): string[] | null {
  if (kind === 'inherited') return null
  if (kind === 'named') return [...names]
  return [kind === 'private' ? `user:${myEmail}` : 'everyone']
}

/** Returns the choice that an audience of the API is. */
export function toAudienceChoice(own: readonly string[] | null, effective: readonly string[], myEmail: string) {
  const isOnly = (name: string) => effective.length === 1 && effective[0] === name
  const kind =
    own === null ? 'inherited' : isOnly(`user:${myEmail}`) ? 'private' : isOnly('everyone') ? 'everyone' : 'named'
  return { kind, names: effective } satisfies AudienceChoice
}

/** Chooses who can see a note or a source. Without a parent there is nothing to inherit. */
export function AudienceFields({
  legend,
  hasParent,
  value,
  onChange,
  error,
  hint = text('audienceHint'),
  hasPicker = true,
}: {
  legend: string
  hasParent: boolean
  value: AudienceChoice
  onChange: (value: AudienceChoice) => void
  error?: string | undefined
  /** Below the list of people and groups. */
  hint?: string
  /** False: the people and groups are chosen elsewhere. */
  hasPicker?: boolean
}) {
  const option = (kind: AudienceChoice['kind'], label: string) => (
    <RadioOption name="audience" isSelected={value.kind === kind} onSelect={() => onChange({ ...value, kind })}>
      {label}
    </RadioOption>
  )
  return (
    <>
      <fieldset className="space-y-2">
        <legend className="mb-2 text-sm font-semibold">{legend}</legend>
        {hasParent && option('inherited', text('sameAsParent'))}
        {option('private', text('onlyYou'))}
        {option('everyone', text('everyone'))}
        {option('named', text('named'))}
      </fieldset>
      {hasPicker && value.kind === 'named' && (
        <PrincipalPicker
          label={text('peopleAndGroups')}
          hint={hint}
          error={error}
          value={value.names}
          onChange={(names) => onChange({ ...value, names })}
        />
      )}
    </>
  )
}

export function RadioOption({
  name,
  isSelected,
  onSelect,
  hint,
  children,
}: {
  name: string
  isSelected: boolean
  onSelect: () => void
  hint?: string
  children: ReactNode
}) {
  return (
    <label className="flex items-start gap-2.5">
      <input
        type="radio"
        name={name}
        className="mt-1 size-4 shrink-0 accent-accent"
        checked={isSelected}
        onChange={onSelect}
      />
      <span>
        {children}
        {hint && <span className="block text-sm text-quiet">{hint}</span>}
      </span>
    </label>
  )
}
