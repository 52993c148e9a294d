import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '../access/caller.ts'
import { isInAudience, visibleTo } from '../access/visibility.ts'
import type { Assistants } from '../content/assistants.ts'
import type { AssistantBody, assistantChange, newAssistant } from '../contract/administration.ts'
import { AppError } from '../errors.ts'
import type { Database, Sql } from '../storage/database.ts'
import type { DigestTimes } from '../storage/schema.ts'
import { loadAudienceNames, resolvePrincipalsForField } from './audience-names.ts'

export interface AssistantAdmin {
  list(caller: Caller): Promise<AssistantBody[]>
  create(caller: Caller, given: z.infer<typeof newAssistant>): Promise<AssistantBody>
  change(caller: Caller, id: string, given: z.infer<typeof assistantChange>): Promise<AssistantBody>
  remove(caller: Caller, id: string): Promise<void>
}

interface AssistantRow {
  id: string
  name: string
  instructions: string
  audience_id: number
  scope_notes: string[] | null
  scope_data_sources: string[] | null
  language: string | null
  digest_days: number
  digest_schedule: DigestTimes | null
  is_subscribed: boolean
  webhook_url: string | null
  created_at: Date
  updated_at: Date
}

/** Assistants as they are managed: all of them by an admin, by everybody else those that they may use. */
export function createAssistantAdmin({
  database,
  assistants,
  newId,
}: {
  database: Database
  assistants: Assistants
  newId: () => string
}): AssistantAdmin {
  const rowsOf = async (caller: Caller, only: RawBuilder<unknown> = sql`true`): Promise<AssistantRow[]> => {
    const mayKnow =
      caller.role === 'admin' ? sql`a.org_id = ${caller.organizationId}` : visibleTo(caller, 'a')
    const { rows } = await sql<AssistantRow>`
      select a.*, s.member_id is not null as is_subscribed, s.webhook_url
      from assistant a left join digest_subscription s
        on s.org_id = a.org_id and s.assistant_id = a.id and s.member_id = ${caller.memberId}
      where ${mayKnow} and ${only} order by lower(a.name), a.id`.execute(database.unrestricted)
    return rows
  }

  const present = async (caller: Caller, rows: readonly AssistantRow[]): Promise<AssistantBody[]> => {
    const names = await loadAudienceNames(
      database.unrestricted,
      caller.organizationId,
      rows.map((row) => row.audience_id),
    )
    const scopes = await database.readAs(caller, (store) => loadVisibleScopes(store, caller, rows))
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      instructions: row.instructions,
      audience: names(row.audience_id),
      scope: scopes(row),
      language: row.language,
      digestDays: row.digest_days,
      digestSchedule: row.digest_schedule,
      subscription: row.is_subscribed ? { webhookUrl: row.webhook_url } : null,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
      mayUse: isInAudience(caller, row.audience_id),
    }))
  }

  const one = async (caller: Caller, id: string): Promise<AssistantBody> => {
    const [presented] = await present(caller, await rowsOf(caller, sql`a.id = ${id}`))
    if (!presented) throw new AppError('assistant-not-found', 'Assistant not found.')
    return presented
  }

  return {
    list: async (caller) => present(caller, await rowsOf(caller)),

    async create(caller, given) {
      const id = given.id ?? newId()
      if ((await rowsOf(caller, sql`a.id = ${id}`)).length > 0)
        throw new AppError('conflict', `There is an assistant with the id ${id} already.`)
      await database.transaction(async (store) =>
        assistants.upsert(store, caller.organizationId, {
          id,
          name: given.name.trim(),
          instructions: given.instructions,
          audience: await resolvePrincipalsForField('audience', store, caller.organizationId, given.audience),
          scope: await validateScope(store, caller, given.scope, []),
          language: given.language ?? undefined,
          digestDays: given.digestDays,
          digestSchedule: given.digestSchedule,
        }),
      )
      // Whom it is for may include the viewer since a moment ago; the request's own audiences do not know.
      return { ...(await one(caller, id)), mayUse: given.audience.includes('everyone') }
    },

    async change(caller, id, given) {
      const [row] = await rowsOf(caller, sql`a.id = ${id}`)
      if (!row) throw new AppError('assistant-not-found', 'Assistant not found.')
      const names = await loadAudienceNames(database.unrestricted, caller.organizationId, [row.audience_id])
      const stays =
        row.scope_notes === null && row.scope_data_sources === null
          ? undefined
          : { notes: row.scope_notes ?? [], dataSources: row.scope_data_sources ?? [] }
      await database.transaction(async (store) =>
        assistants.upsert(store, caller.organizationId, {
          id,
          name: (given.name ?? row.name).trim(),
          instructions: given.instructions ?? row.instructions,
          audience: await resolvePrincipalsForField(
            'audience',
            store,
            caller.organizationId,
            given.audience ?? names(row.audience_id),
          ),
          scope:
            given.scope === undefined
              ? stays
              : await validateScope(store, caller, given.scope, [
                  ...(stays?.notes ?? []),
                  ...(stays?.dataSources ?? []),
                ]),
          language: (given.language === undefined ? row.language : given.language) ?? undefined,
          digestDays: given.digestDays ?? row.digest_days,
          digestSchedule: given.digestSchedule,
        }),
      )
      return one(caller, id)
    },

    remove: (caller, id) => assistants.remove(caller.organizationId, id),
  }
}

/** The scope by name, as far as the viewer may see it; the rest is only counted. */
async function loadVisibleScopes(
  store: Sql,
  caller: Caller,
  rows: readonly AssistantRow[],
): Promise<(row: AssistantRow) => AssistantBody['scope']> {
  const noteIds = [...new Set(rows.flatMap((row) => row.scope_notes ?? []))]
  const sourceIds = [...new Set(rows.flatMap((row) => row.scope_data_sources ?? []))]
  const notes = await sql<{ id: string; title: string }>`
    select d.id, d.title from document d
    where ${visibleTo(caller, 'd')} and d.root_id is null and d.id = any(${noteIds}::text[])`.execute(store)
  const sources = await sql<{ id: string; name: string }>`
    select s.id, s.name from data_source s
    where ${visibleTo(caller, 's')} and s.id = any(${sourceIds}::text[])`.execute(store)
  return (row) => {
    if (row.scope_notes === null && row.scope_data_sources === null) return null
    const seenNotes = notes.rows.filter((note) => row.scope_notes?.includes(note.id))
    const seenSources = sources.rows.filter((source) => row.scope_data_sources?.includes(source.id))
    const total = (row.scope_notes?.length ?? 0) + (row.scope_data_sources?.length ?? 0)
    return {
      notes: seenNotes,
      dataSources: seenSources,
      hidden: total - seenNotes.length - seenSources.length,
    }
  }
}

/** A scope may name what its author sees, or what it named before; anything else is a mistake to tell. */
async function validateScope(
  store: Sql,
  caller: Caller,
  scope: { notes: string[]; dataSources: string[] } | null,
  before: readonly string[],
): Promise<{ notes: string[]; dataSources: string[] } | undefined> {
  if (scope === null) return undefined
  const { rows } = await sql<{ id: string }>`
    select d.id from document d
    where ${visibleTo(caller, 'd')} and d.root_id is null and d.id = any(${scope.notes}::text[])
    union select s.id from data_source s
    where s.org_id = ${caller.organizationId} and s.id = any(${scope.dataSources}::text[])`.execute(store)
  const known = new Set([...rows.map((row) => row.id), ...before])
  const unknown = [...scope.notes, ...scope.dataSources].filter((id) => !known.has(id))
  if (unknown.length > 0) {
    throw new AppError('validation', 'Validation Failed', {
      details: { scope: { message: `names what does not exist: ${unknown.join(', ')}`, value: unknown } },
    })
  }
  return scope
}
