import { createAudience, deleteAudience, type Principal, replacePrincipals } from '../access/audiences.ts'
import type { Caller } from '../access/caller.ts'
import { manageableBy, visibleTo } from '../access/visibility.ts'
import { AppError } from '../errors.ts'
import type { Database, Sql } from '../storage/database.ts'
import type { DigestTimes } from '../storage/schema.ts'
import type { UpsertOutcome } from './upsert-outcome.ts'

export interface Assistant {
  id: string
  name: string
  instructions: string
  audienceId: number
  /** Undefined searches everything. Notes include their subpages. A scope never widens what the caller can see. */
  scope: { notes: string[]; dataSources: string[] } | undefined
  language: string | undefined
  digestDays: number
  /** When digests are delivered to subscribers; undefined for never. */
  digestSchedule: DigestTimes | undefined
  createdAt: Date
  updatedAt: Date
}

export interface AssistantInput {
  id: string
  name: string
  instructions: string
  audience: Principal[]
  scope: { notes: string[]; dataSources: string[] } | undefined
  language: string | undefined
  digestDays: number
  /** Undefined keeps the schedule, null removes it. */
  digestSchedule?: DigestTimes | null | undefined
}

/** Fields to change: undefined keeps one, null removes it. */
export interface AssistantChange {
  name?: string | undefined
  instructions?: string | undefined
  audience?: Principal[] | undefined
  scope?: { notes: string[]; dataSources: string[] } | null | undefined
  language?: string | null | undefined
  digestDays?: number | undefined
  digestSchedule?: DigestTimes | null | undefined
}

export interface Assistants {
  /** Returns the assistant. One that does not exist and one that the caller cannot see give the same error. */
  find(caller: Caller, id: string): Promise<Assistant>
  list(caller: Caller): Promise<Assistant[]>
  /** Returns the assistants that the caller can manage or use, by name; with an id only that one. */
  listManageable(caller: Caller, id?: string): Promise<Assistant[]>
  /** Fails if there is one with this id, also one that another transaction has just created. */
  create(store: Sql, organizationId: string, input: AssistantInput): Promise<void>
  upsert(store: Sql, organizationId: string, input: AssistantInput): Promise<UpsertOutcome>
  /** Changes the given fields alone: another change at the same time keeps the others. Undefined: there is none. */
  change(
    store: Sql,
    organizationId: string,
    id: string,
    change: AssistantChange,
  ): Promise<Exclude<UpsertOutcome, 'created'> | undefined>
  remove(organizationId: string, id: string): Promise<void>
}

export function createAssistants({
  database,
  onSchedule,
}: {
  database: Database
  /** Called inside the transaction with the new delivery times of the digests of an assistant. */
  onSchedule: (
    store: Sql,
    assistant: { organizationId: string; id: string },
    times: DigestTimes | undefined,
  ) => Promise<void>
}): Assistants {
  const visible = (caller: Caller) =>
    database.unrestricted.selectFrom('assistant').selectAll().where(visibleTo(caller, 'assistant'))

  return {
    async find(caller, id) {
      const row = await visible(caller).where('id', '=', id).executeTakeFirst()
      if (!row) throw assistantNotFoundError()
      return toAssistant(row)
    },
    async list(caller) {
      return (await visible(caller).orderBy('name').orderBy('id').execute()).map(toAssistant)
    },
    async listManageable(caller, id) {
      let query = database.unrestricted
        .selectFrom('assistant')
        .selectAll()
        .where(manageableBy(caller, 'assistant'))
        .orderBy((order) => order.fn('lower', ['name']))
        .orderBy('id')
      if (id !== undefined) query = query.where('id', '=', id)
      return (await query.execute()).map(toAssistant)
    },
    async create(store, organizationId, { id, audience, ...input }) {
      const audienceId = await createAudience(store, organizationId, audience)
      const created = await store
        .insertInto('assistant')
        .values({
          ...columnsOf(input),
          ...{ org_id: organizationId, id, name: input.name, audience_id: audienceId },
          digest_schedule: toStored(input.digestSchedule),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!created) throw new AppError('conflict', `An assistant with the id ${id} already exists. Choose another id.`)
      if (input.digestSchedule) await onSchedule(store, { organizationId, id }, input.digestSchedule)
    },
    async upsert(store, organizationId, input) {
      const { id, scope = null, language = null, ...fields } = input
      const outcome = await this.change(store, organizationId, id, { ...fields, scope, language })
      if (outcome) return outcome
      await this.create(store, organizationId, input)
      return 'created'
    },
    async change(store, organizationId, id, { audience, ...change }) {
      const existing = await store
        .selectFrom('assistant')
        .selectAll()
        .where('org_id', '=', organizationId)
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (!existing) return undefined
      const hasOtherAudience =
        audience !== undefined &&
        (await replacePrincipals(store, organizationId, existing.audience_id, audience)).changed
      const { digestSchedule: schedule } = change
      if (schedule !== undefined) await onSchedule(store, { organizationId, id }, schedule ?? undefined)
      const columns = columnsOf(change)
      const isSame =
        Object.entries(columns).every(
          ([name, value]) =>
            value === undefined || JSON.stringify(existing[name as keyof typeof columns]) === JSON.stringify(value),
        ) &&
        (schedule === undefined || isSameSchedule(existing.digest_schedule, schedule))
      if (isSame) return hasOtherAudience ? 'changed' : 'unchanged'
      await store
        .updateTable('assistant')
        .set({ ...columns, digest_schedule: toStored(schedule), updated_at: new Date() })
        .where('org_id', '=', organizationId)
        .where('id', '=', id)
        .execute()
      return 'changed'
    },
    async remove(organizationId, id) {
      await database.transaction(async (store) => {
        const deleted = await store
          .deleteFrom('assistant')
          .where('org_id', '=', organizationId)
          .where('id', '=', id)
          .returning('audience_id')
          .executeTakeFirst()
        if (!deleted) throw assistantNotFoundError()
        await onSchedule(store, { organizationId, id }, undefined)
        await deleteAudience(store, organizationId, deleted.audience_id)
      })
    },
  }
}

/** Returns the columns of fields to change; undefined ones stay as they are. */
function columnsOf({ name, instructions, scope, language, digestDays }: AssistantChange) {
  return {
    ...{ name, instructions, language, digest_days: digestDays },
    scope_notes: scope === undefined ? undefined : (scope?.notes ?? null),
    scope_data_sources: scope === undefined ? undefined : (scope?.dataSources ?? null),
  }
}

function toStored(schedule: DigestTimes | null | undefined): string | null | undefined {
  return schedule && JSON.stringify({ days: schedule.days, hour: schedule.hour, timeZone: schedule.timeZone })
}

function isSameSchedule(a: DigestTimes | null, b: DigestTimes | null): boolean {
  if (a === null || b === null) return a === b
  return a.hour === b.hour && a.timeZone === b.timeZone && String(a.days) === String(b.days)
}

export function assistantNotFoundError(): AppError {
  return new AppError('assistant-not-found', 'Assistant not found.')
}

function toAssistant(row: {
  id: string
  name: string
  instructions: string
  audience_id: number
  scope_notes: string[] | null
  scope_data_sources: string[] | null
  language: string | null
  digest_days: number
  digest_schedule: DigestTimes | null
  created_at: Date
  updated_at: Date
}): Assistant {
  const hasScope = row.scope_notes !== null || row.scope_data_sources !== null
  return {
    id: row.id,
    name: row.name,
    instructions: row.instructions,
    audienceId: row.audience_id,
    scope: hasScope ? { notes: row.scope_notes ?? [], dataSources: row.scope_data_sources ?? [] } : undefined,
    language: row.language ?? undefined,
    digestDays: row.digest_days,
    digestSchedule: row.digest_schedule ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
