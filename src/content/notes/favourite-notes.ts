import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../storage/database.ts'
import { isNote } from '../../storage/is-note.ts'
import { findNote } from './note-row.ts'

/** Adds and removes the favourites of a member. `notes.list` lists them. */
export function createFavouriteNotes({ database }: { database: Database }) {
  return {
    /** Does nothing for a note that is a favourite already. */
    async addFavourite(caller: Caller, id: string, at: Date): Promise<void> {
      const { key } = await findNote(database.unrestricted, caller, id)
      // A note that was deleted since has no row to refer to.
      await sql`
        insert into favourite_note (org_id, member_id, document_key, created_at)
        select d.org_id, ${caller.memberId}, d.key, ${at} from document d
        where d.org_id = ${caller.organizationId} and d.key = ${key}
        on conflict do nothing`.execute(database.unrestricted)
    },

    /** Does nothing for any other note, so that it tells nothing about notes that the caller cannot see. */
    async removeFavourite(caller: Caller, id: string): Promise<void> {
      await sql`
        delete from favourite_note f using document d
        where f.org_id = ${caller.organizationId} and f.member_id = ${caller.memberId}
          and d.org_id = f.org_id and d.key = f.document_key and ${isNote('d')} and d.id = ${id}`.execute(
        database.unrestricted,
      )
    },
  }
}

/** Returns the condition that a document `d` is a favourite of the caller. */
export function isFavouriteOf({ organizationId, memberId }: Caller): RawBuilder<boolean> {
  return sql<boolean>`exists (select from favourite_note f
    where f.org_id = ${organizationId} and f.member_id = ${memberId} and f.document_key = d.key)`
}
