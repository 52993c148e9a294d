import { sql } from 'kysely'
import type { Principal } from '../../access/audiences.ts'
import { loadNames } from '../../access/principal-names.ts'
import { AppError } from '../../errors.ts'
import type { Sql } from '../../storage/database.ts'
import type { NoteAccess } from './audience-change.ts'

/**
 * Refuses editors whom the readers do not include. They could not edit the note anyway; a list that names them would say
 * otherwise, and let them edit it as soon as it is shared with them.
 */
export async function assertEditorsCanSee(
  store: Sql,
  organizationId: string,
  { readers, editors = [] }: NoteAccess,
): Promise<void> {
  const members = await listUsersInGroups(store, organizationId, editors, readers)
  const isCovered = (editor: Principal) =>
    editor === 'everyone' || readers.includes('everyone') || readers.includes(editor) || members.includes(editor)
  const uncovered = editors.filter((editor) => !isCovered(editor))
  if (uncovered.length === 0) return
  const nameOf = await loadNames(store, organizationId, uncovered)
  const names = uncovered.flatMap((principal) => nameOf(principal) ?? [])
  throw refusal('edit', `names people who cannot see the note: ${names.join(', ')}. Add them to view`, names)
}

/** Returns the users of a list who are in one of the groups of another one. */
async function listUsersInGroups(
  store: Sql,
  organizationId: string,
  users: readonly Principal[],
  groups: readonly Principal[],
): Promise<Principal[]> {
  const { rows } = await sql<{ principal: string }>`
    select distinct 'user:' || member_id as principal from team_member
    where org_id = ${organizationId} and 'user:' || member_id = any(${[...users]}::text[])
      and 'group:' || team_id = any(${[...groups]}::text[])`.execute(store)
  return rows.map(({ principal }) => principal)
}

/** Refuses lists that would leave a note to nobody who can edit it: nobody but an admin could change them again. */
export async function assertSomebodyCanEdit(
  store: Sql,
  organizationId: string,
  { readers, editors }: NoteAccess,
  field: string,
): Promise<void> {
  if (!editors) return
  const { rows } = await sql`
    select from member m where m.org_id = ${organizationId} and m.disabled_at is null and m.role <> 'viewer'
      and member_principals(m.org_id, m.id) && ${[...readers]}::text[]
      and member_principals(m.org_id, m.id) && ${[...editors]}::text[]
    limit 1`.execute(store)
  if (rows.length > 0) return
  throw refusal(
    field,
    'would leave nobody who can edit the note: editors must be able to see it, and viewers cannot edit',
  )
}

function refusal(field: string, message: string, value?: string[]): AppError {
  return new AppError('validation', 'Validation Failed', { details: { [field]: { message, ...(value && { value }) } } })
}
