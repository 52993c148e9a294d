import type { NoteRights } from '../../../sdk/src/operations.ts'
import { type AudienceChoice, toAudience, toAudienceChoice } from './audience-choice.tsx'

export type Right = 'view' | 'edit'

/** A person or group with access. */
export interface RightsRow {
  principal: string
  right: Right
  isRemovable: boolean
}

/** The choices in the share dialog. */
export interface RightsChoice {
  audience: AudienceChoice
  /** Rights that were chosen; other principals have the stored ones. */
  rights: Readonly<Record<string, Right>>
}

/** The stored rights, and what their meaning depends on. */
export interface RightsContext {
  rights: NoteRights
  hasParent: boolean
  myEmail: string
}

export function toRightsChoice({ rights, hasParent, myEmail }: RightsContext): RightsChoice {
  const own = hasParent ? rights.view : rights.effectiveView
  return { audience: toAudienceChoice(own, rights.effectiveView, myEmail), rights: {} }
}

/** Returns who has access: the readers, then editors who are among the readers through a group or as everyone. */
export function listRows({ audience, rights: chosen }: RightsChoice, { rights, myEmail }: RightsContext): RightsRow[] {
  const { effectiveView, effectiveEdit } = rights
  const rightOf = (principal: string): Right =>
    chosen[principal] ?? (effectiveEdit.includes('everyone') || effectiveEdit.includes(principal) ? 'edit' : 'view')
  const readers = audience.kind === 'inherited' ? effectiveView : (toAudience(audience, myEmail) ?? [])
  if (audience.kind === 'private') return readers.map((principal) => toRow(principal, 'edit', false))
  const isNamed = audience.kind === 'named'
  const further = [...new Set([...effectiveEdit, ...Object.keys(chosen)])].filter(
    (principal) => principal !== 'everyone' && !readers.includes(principal) && rightOf(principal) === 'edit',
  )
  return [
    ...readers.map((principal) => toRow(principal, rightOf(principal), isNamed)),
    // Somebody who was removed from the readers has no row.
    ...further
      .filter((principal) => !isNamed || principal in chosen)
      .map((principal) => toRow(principal, 'edit', true)),
  ]
}

const toRow = (principal: string, right: Right, isRemovable: boolean): RightsRow => ({ principal, right, isRemovable })

/** Sets the right of a row. The last editor can't become a viewer: the caller becomes an editor instead. */
export function setRight(choice: RightsChoice, context: RightsContext, principal: string, right: Right): RightsChoice {
  const changed = { ...choice, rights: { ...choice.rights, [principal]: right } }
  if (listRows(changed, context).some((row) => row.right === 'edit')) return changed
  return { ...changed, rights: { ...changed.rights, [`user:${context.myEmail}`]: 'edit' } }
}

export function addPrincipal({ audience, rights }: RightsChoice, principal: string): RightsChoice {
  if (audience.kind === 'named') return { audience: { ...audience, names: [...audience.names, principal] }, rights }
  return { audience, rights: { ...rights, [principal]: 'edit' } }
}

export function removePrincipal({ audience, rights }: RightsChoice, principal: string): RightsChoice {
  const names = audience.names.filter((name) => name !== principal)
  return { audience: { ...audience, names }, rights: { ...rights, [principal]: 'view' } }
}

/** Returns the change as the API takes it: null inherits a list, an absent one stays as it is. */
export function toRightsChange(
  choice: RightsChoice,
  context: RightsContext,
): { view: string[] | null; edit?: string[] | null } {
  const { rights, hasParent, myEmail } = context
  const view = toAudience(choice.audience, myEmail)
  if (choice.audience.kind === 'inherited' && Object.keys(choice.rights).length === 0) return { view, edit: null }
  const rows = listRows(choice, context)
  const editors = rows.filter((row) => row.right === 'edit').map((row) => row.principal)
  if (editors.length < rows.length) return { view, edit: editors }
  const isOpenByParent = rights.edit === null && rights.effectiveEdit.includes('everyone')
  if (isOpenByParent) return { view }
  return { view, edit: hasParent ? ['everyone'] : null }
}
