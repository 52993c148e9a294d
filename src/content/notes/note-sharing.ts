import { sql } from 'kysely'
import {
  deleteAudience,
  listPrincipalNames,
  listPrincipals,
  type Principal,
  resolvePrincipals,
} from '../../access/audiences.ts'
import type { Caller } from '../../access/caller.ts'
import { withStatementAudiences } from '../../access/current-audiences.ts'
import { loadNames } from '../../access/principal-names.ts'
import { visibleTo } from '../../access/visibility.ts'
import type { Sql } from '../../storage/database.ts'
import type { NoteAccess, RecordAudienceChange } from './audience-change.ts'
import type { NoteDeps } from './note-deps.ts'
import { assertEditorsCanSee, assertSomebodyCanEdit } from './note-editors.ts'
import { setOwnAudience } from './note-own-audience.ts'
import { assertCanShare, findNote, findNoteAfterWrite, type Note } from './note-row.ts'
import { lockNoteTree, propagateAccess } from './note-tree.ts'

/** A list of a note by name (`everyone`, `user:EMAIL`, `group:NAME`): who can see it, or who can edit it. */
export interface PrincipalList {
  /** Undefined if inherited. */
  own: string[] | undefined
  effective: string[]
  /** The note that it is inherited from, if the caller can see it. */
  inheritedFrom: string | undefined
}

export interface NoteRights {
  view: PrincipalList
  /** Of those who can see the note; `everyone`: all of them. */
  edit: PrincipalList
  canShare: boolean
}

/** New lists by name; undefined keeps a list, null inherits it. */
export interface RightsChange {
  view?: readonly string[] | null | undefined
  edit?: readonly string[] | null | undefined
}

/**
 * Reads and changes who can see and edit notes. Callers who can edit a note can share it, even such that they lose access, and
 * so can admins who can see it. Subpages without a list of their own follow. The next query applies the change.
 */
export function createNoteSharing({ database }: NoteDeps) {
  const changeRights = (
    caller: Caller,
    id: string,
    { view, edit }: RightsChange,
    { record, viewField }: { record?: RecordAudienceChange | undefined; viewField: string },
  ): Promise<NoteRights> =>
    database.writeAs(caller, async (store) => {
      const { organizationId } = caller
      await lockNoteTree(store, organizationId)
      const note = await findNote(store, caller, id)
      assertCanShare(caller, note)
      const before = await describeAccess(store, organizationId, note)
      const readers = view && (await resolvePrincipals(store, organizationId, view, viewField))
      const editors = edit && (await resolvePrincipals(store, organizationId, edit, 'edit'))
      if (view !== undefined) await replaceOwnAudience(store, organizationId, note, readers ?? undefined)
      if (edit !== undefined) await replaceOwnEditors(store, organizationId, note.key, editors ?? undefined)
      const changed = await findNoteAfterWrite(store, caller, note.key)
      const after = await describeAccess(store, organizationId, changed)
      if (editors) await assertEditorsCanSee(store, organizationId, { ...after, editors })
      await assertSomebodyCanEdit(store, organizationId, after, view === undefined ? 'edit' : viewField)
      await record?.(store, {
        before: before.readerNames,
        after: after.readerNames,
        editors: { before: before.editorNames, after: after.editorNames },
      })
      return describeRights(store, caller, changed)
    })

  return {
    async getAudience(caller: Caller, id: string): Promise<PrincipalList> {
      const note = await findNote(database.unrestricted, caller, id)
      return describeReaderList(database.unrestricted, caller, note)
    },

    async getRights(caller: Caller, id: string): Promise<NoteRights> {
      const note = await findNote(database.unrestricted, caller, id)
      return describeRights(database.unrestricted, caller, note)
    },

    share: async (
      caller: Caller,
      id: string,
      names: readonly string[] | undefined,
      record: RecordAudienceChange,
    ): Promise<PrincipalList> =>
      (await changeRights(caller, id, { view: names ?? null }, { record, viewField: 'audience' })).view,

    setRights: (caller: Caller, id: string, change: RightsChange, record?: RecordAudienceChange): Promise<NoteRights> =>
      changeRights(caller, id, change, { record, viewField: 'view' }),
  }
}

/** Sets or drops the own audience of a note and updates its subpages. */
export async function replaceOwnAudience(
  store: Sql,
  organizationId: string,
  note: Pick<Note, 'key' | 'ownAudienceId'>,
  principals: readonly Principal[] | undefined,
): Promise<void> {
  const audience = await setOwnAudience(store, organizationId, note.ownAudienceId, principals)
  await sql`
    update document set own_audience_id = ${audience.id}
    where org_id = ${organizationId} and key = ${note.key}`.execute(store)
  await propagateAccess(store, organizationId, note.key)
  if (audience.dropped !== undefined) await deleteAudience(store, organizationId, audience.dropped)
}

/** Sets or drops the own editors of a note and updates its subpages. */
export async function replaceOwnEditors(
  store: Sql,
  organizationId: string,
  key: number,
  editors: readonly Principal[] | undefined,
): Promise<void> {
  const own = editors ? [...editors] : null
  await sql`
    update document set own_editors = ${own}::text[], editors = coalesce(${own}::text[], editors)
    where org_id = ${organizationId} and key = ${key}`.execute(store)
  await propagateAccess(store, organizationId, key)
}

/** The lists of a note that hold, with names. */
export interface NamedAccess extends NoteAccess {
  readerNames: string[]
  editorNames: string[]
}

export async function describeAccess(
  store: Sql,
  organizationId: string,
  { audienceId, editors }: Pick<Note, 'audienceId' | 'editors'>,
): Promise<NamedAccess> {
  return {
    readers: await listPrincipals(store, organizationId, audienceId),
    editors,
    readerNames: await listPrincipalNames(store, organizationId, audienceId),
    editorNames: await nameEditors(store, organizationId, editors),
  }
}

async function nameEditors(store: Sql, organizationId: string, editors: Principal[] | undefined): Promise<string[]> {
  if (!editors) return ['everyone']
  const nameOf = await loadNames(store, organizationId, editors)
  return editors.flatMap((principal) => nameOf(principal) ?? []).sort()
}

async function describeRights(store: Sql, caller: Caller, note: Note): Promise<NoteRights> {
  const names = await nameEditors(store, caller.organizationId, note.editors)
  const isOwn = note.ownEditors !== undefined
  return {
    view: await describeReaderList(store, caller, note),
    edit: {
      own: isOwn ? names : undefined,
      effective: names,
      inheritedFrom: isOwn ? undefined : await findOrigin(store, caller, note.key, 'own_editors'),
    },
    canShare: note.canShare,
  }
}

async function describeReaderList(store: Sql, caller: Caller, note: Note): Promise<PrincipalList> {
  const effective = await listPrincipalNames(store, caller.organizationId, note.audienceId)
  const isOwn = note.ownAudienceId !== undefined
  return {
    own: isOwn ? effective : undefined,
    effective,
    inheritedFrom: isOwn ? undefined : await findOrigin(store, caller, note.key, 'own_audience_id'),
  }
}

/** Returns the nearest note above with a list of its own, if there is one and the caller can see it. */
async function findOrigin(
  store: Sql,
  caller: Caller,
  key: number,
  list: 'own_audience_id' | 'own_editors',
): Promise<string | undefined> {
  const own = (alias: string) => sql.ref(`${alias}.${list}`)
  const { rows } = await sql<{ id: string }>`
    with recursive ancestor (key, parent_key, has_list) as (
      select d.key, d.parent_key, ${own('d')} is not null from document d
      where d.org_id = ${caller.organizationId} and d.key = ${key}
      union all
      select d.key, d.parent_key, ${own('d')} is not null from document d join ancestor a on d.key = a.parent_key
      where d.org_id = ${caller.organizationId} and not a.has_list
    )
    select d.id from ancestor a join document d on d.key = a.key
    where a.has_list and ${visibleTo(withStatementAudiences(caller), 'd')}`.execute(store)
  return rows[0]?.id
}
