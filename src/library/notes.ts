import { type Insertable, sql } from 'kysely'
import {
  createAudience,
  defaultAudience,
  dropAudience,
  type Principal,
  replacePrincipals,
} from '../access/audiences.ts'
import type { Viewer } from '../access/viewer.ts'
import { visibleTo } from '../access/visibility.ts'
import { AppError } from '../errors.ts'
import type { Database, Sql } from '../storage/database.ts'
import type { Schema } from '../storage/schema.ts'
import { type DocumentIndex, hashOf } from './document-index.ts'
import { isBelow, settleAudiences } from './note-tree.ts'
import type { TurnTaking } from './turn-taking.ts'

/** A note as the service keeps it. `parentId` is absent where the viewer may not see the parent. */
export interface Note {
  key: number
  id: string
  title: string
  url: string
  parentId: string | undefined
  content: string
  type: 'markdown' | 'html'
  owner: string | undefined
  reviewState: 'Verified' | 'Outdated' | 'VerificationRequested' | undefined
  reviewUntil: Date | undefined
  audienceId: number
  hasOwnAudience: boolean
  createdAt: Date
  updatedAt: Date
  editedAt: Date
  archivedAt: Date | undefined
}

export interface NoteInput {
  id: string
  title: string
  content: string
  type: 'markdown' | 'html'
  url: string
  parentId: string | undefined
  /** Undefined: as its parent has it. */
  audience: Principal[] | undefined
  updatedAt: Date
  position?: number
}

export interface Notes {
  find(viewer: Viewer, id: string): Promise<Note>
  /** Creates the note, or makes it as told; prints which. Permission is the caller's matter. */
  put(organizationId: string, input: NoteInput): Promise<'created' | 'changed' | 'unchanged'>
  remove(organizationId: string, id: string): Promise<void>
}

export function createNotes({
  database,
  documentIndex,
  turns,
}: {
  database: Database
  documentIndex: DocumentIndex
  turns: TurnTaking
}): Notes {
  return {
    find: (viewer, id) => findNote(database.service, viewer, id),

    put: (organizationId, input) =>
      turns(`${organizationId}//${input.id}`, async () => {
        const before = await rawNote(database.service, organizationId, input.id)
        const contentHash = hashOf(input)
        const isSameText = before?.title === input.title && before.content_hash.equals(contentHash)
        const prepared = isSameText
          ? undefined
          : await documentIndex.prepare(
              input,
              before
                ? await documentIndex.knownPassages(database.service, organizationId, before.key)
                : new Set(),
            )
        return database.transaction(async (store) => {
          const parent =
            input.parentId === undefined ? undefined : await rawNote(store, organizationId, input.parentId)
          if (input.parentId !== undefined && !parent) {
            throw new AppError('parent-not-found', `The parent note ${input.parentId} does not exist.`)
          }
          if (parent && before && (await isBelow(store, organizationId, parent.key, before.key))) {
            throw new AppError('conflict', `The note ${input.id} cannot be moved below itself.`)
          }
          const audience = await putAudience(
            store,
            organizationId,
            before?.own_audience_id ?? undefined,
            input.audience,
          )
          const fields = {
            title: input.title,
            url: input.url,
            content: input.content,
            content_type: input.type,
            content_hash: contentHash,
            ...(prepared && { language: prepared.language }),
            parent_key: parent?.key ?? null,
            own_audience_id: audience.id,
            updated_at: input.updatedAt,
            position: input.position ?? before?.position ?? 0,
          }
          const isSame =
            before !== undefined &&
            isSameText &&
            !audience.changed &&
            before.url === input.url &&
            before.parent_key === fields.parent_key &&
            before.updated_at.getTime() === input.updatedAt.getTime() &&
            before.position === fields.position
          if (isSame) return 'unchanged'
          const audienceId =
            audience.id ?? parent?.audience_id ?? (await defaultAudience(store, organizationId))
          const key =
            before?.key ??
            (await insertNote(store, organizationId, input.id, { ...fields, audience_id: audienceId }))
          if (before) {
            await store
              .updateTable('document')
              .set({ ...fields, edited_at: sql`now()` })
              .where('org_id', '=', organizationId)
              .where('key', '=', key)
              .execute()
            await settleAudiences(store, organizationId, key)
          }
          if (audience.dropped !== undefined) await dropAudience(store, organizationId, audience.dropped)
          if (prepared) await documentIndex.write(store, { organizationId, key, audienceId }, prepared)
          return before ? 'changed' : 'created'
        })
      }),

    async remove(organizationId, id) {
      await database.service
        .deleteFrom('document')
        .where('org_id', '=', organizationId)
        .where('root_id', 'is', null)
        .where('id', '=', id)
        .execute()
    },
  }
}

export async function findNote(store: Sql, viewer: Viewer, id: string): Promise<Note> {
  const row = await store
    .selectFrom('document')
    .leftJoin('document as parent', (join) =>
      join
        .onRef('parent.org_id', '=', 'document.org_id')
        .onRef('parent.key', '=', 'document.parent_key')
        .on(visibleTo(viewer, 'parent')),
    )
    .selectAll('document')
    .select('parent.id as parent_id')
    .where(visibleTo(viewer, 'document'))
    .where('document.root_id', 'is', null)
    .where('document.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('not-found', 'Note not found.')
  return {
    key: row.key,
    id: row.id,
    title: row.title,
    url: row.url,
    parentId: row.parent_id ?? undefined,
    content: row.content,
    type: row.content_type,
    owner: row.owner ?? undefined,
    reviewState: row.review_state ?? undefined,
    reviewUntil: row.review_until ?? undefined,
    audienceId: row.audience_id,
    hasOwnAudience: row.own_audience_id !== null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    editedAt: row.edited_at,
    archivedAt: row.archived_at ?? undefined,
  }
}

async function insertNote(
  store: Sql,
  organizationId: string,
  id: string,
  fields: Omit<Insertable<Schema['document']>, 'org_id' | 'id'>,
): Promise<number> {
  const { key } = await store
    .insertInto('document')
    .values({ org_id: organizationId, id, ...fields })
    .returning('key')
    .executeTakeFirstOrThrow()
  return key
}

function rawNote(store: Sql, organizationId: string, id: string) {
  return store
    .selectFrom('document')
    .select([
      'key',
      'title',
      'url',
      'content_hash',
      'parent_key',
      'own_audience_id',
      'audience_id',
      'updated_at',
      'position',
    ])
    .where('org_id', '=', organizationId)
    .where('root_id', 'is', null)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Makes, changes or takes away a note's own audience. A dropped one can go only after nothing points to it. */
async function putAudience(
  store: Sql,
  organizationId: string,
  current: number | undefined,
  wanted: Principal[] | undefined,
): Promise<{ id: number | null; changed: boolean; dropped?: number }> {
  if (wanted === undefined) return { id: null, changed: current !== undefined, dropped: current }
  if (current === undefined) return { id: await createAudience(store, organizationId, wanted), changed: true }
  const { changed } = await replacePrincipals(store, organizationId, current, wanted)
  return { id: current, changed }
}
