import type { z } from 'zod'
import { loadPrincipalNames, resolvePrincipals } from '../access/audiences.ts'
import type { Caller } from '../access/caller.ts'
import { isInAudience } from '../access/visibility.ts'
import { type Assistant, type Assistants, assistantNotFoundError } from '../content/assistants.ts'
import { listNoteTitles } from '../content/notes/note-row.ts'
import type { DataSources } from '../content/sources/data-sources.ts'
import type { AssistantBody, assistantChange, newAssistant } from '../contract/assistants.ts'
import { validationMessage } from '../contract/errors.ts'
import type { Subscriptions } from '../digest/subscriptions.ts'
import { AppError } from '../errors.ts'
import { withCurrentAudiences } from '../identity/load-caller.ts'
import type { Database } from '../storage/database.ts'

export type AssistantAdmin = ReturnType<typeof createAssistantAdmin>

type Scope = NonNullable<Assistant['scope']>

/** Manages assistants: an admin manages all of them, other people see the ones they can use. */
export function createAssistantAdmin({
  database,
  assistants,
  dataSources,
  subscriptions,
  newId,
  now,
}: {
  database: Database
  assistants: Assistants
  dataSources: DataSources
  subscriptions: Subscriptions
  newId: () => string
  now: () => Date
}) {
  const present = async (caller: Caller, found: readonly Assistant[]): Promise<AssistantBody[]> => {
    const names = await loadPrincipalNames(
      database.unrestricted,
      caller.organizationId,
      found.map((assistant) => assistant.audienceId),
    )
    const presentScope = await loadVisibleScopes(caller, found)
    const own = await subscriptions.listOwn(caller)
    return found.map(({ audienceId, ...assistant }) => ({
      ...assistant,
      audience: names(audienceId),
      scope: presentScope(assistant.scope),
      language: assistant.language ?? null,
      digestSchedule: assistant.digestSchedule ?? null,
      subscription: own.get(assistant.id) ?? null,
      createdAt: assistant.createdAt.toISOString(),
      updatedAt: assistant.updatedAt.toISOString(),
      mayUse: isInAudience(caller, audienceId),
    }))
  }

  /** Presents scopes with the names of the entries that the caller can see; other entries are only counted. */
  const loadVisibleScopes = async (
    caller: Caller,
    found: readonly Assistant[],
  ): Promise<(scope: Scope | undefined) => AssistantBody['scope']> => {
    const noteIds = [...new Set(found.flatMap(({ scope }) => scope?.notes ?? []))]
    const notes = await database.readAs(caller, (store) => listNoteTitles(store, caller, noteIds))
    const sources = (await dataSources.list(caller))
      .filter((source) => isInAudience(caller, source.audienceId))
      .map(({ id, name }) => ({ id, name }))
    return (scope) => {
      if (!scope) return null
      const visible = {
        notes: notes.filter((note) => scope.notes.includes(note.id)),
        dataSources: sources.filter((source) => scope.dataSources.includes(source.id)),
      }
      const total = scope.notes.length + scope.dataSources.length
      return { ...visible, hidden: total - visible.notes.length - visible.dataSources.length }
    }
  }

  /** Fails when a scope names something that its author cannot see, unless the scope named it before. */
  const checkScope = async (caller: Caller, scope: Scope, before: Scope | undefined): Promise<void> => {
    const notes = await listNoteTitles(database.unrestricted, caller, scope.notes)
    const sources = await dataSources.list(caller)
    const known = new Set([
      ...[...notes, ...sources].map(({ id }) => id),
      ...(before?.notes ?? []),
      ...(before?.dataSources ?? []),
    ])
    const unknown = [...scope.notes, ...scope.dataSources].filter((id) => !known.has(id))
    if (unknown.length > 0) {
      throw new AppError('validation', validationMessage, {
        details: { scope: { message: `contains unknown ids: ${unknown.join(', ')}`, value: unknown } },
      })
    }
  }

  const findAfterWrite = async (caller: Caller, id: string): Promise<AssistantBody> => {
    const current = await withCurrentAudiences(database, caller, now())
    const [saved] = await present(current, await assistants.listManageable(current, id))
    if (!saved) throw assistantNotFoundError()
    return saved
  }

  return {
    list: async (caller: Caller) => present(caller, await assistants.listManageable(caller)),

    async create(caller: Caller, given: z.infer<typeof newAssistant>): Promise<AssistantBody> {
      const id = given.id ?? newId()
      if (given.scope) await checkScope(caller, given.scope, undefined)
      const { organizationId } = caller
      await database.transaction(async (store) =>
        assistants.create(store, organizationId, {
          ...given,
          id,
          name: given.name.trim(),
          audience: await resolvePrincipals(store, organizationId, given.audience),
          scope: given.scope ?? undefined,
          language: given.language ?? undefined,
        }),
      )
      return findAfterWrite(caller, id)
    },

    async change(caller: Caller, id: string, given: z.infer<typeof assistantChange>): Promise<AssistantBody> {
      const [before] = await assistants.listManageable(caller, id)
      if (!before) throw assistantNotFoundError()
      if (given.scope) await checkScope(caller, given.scope, before.scope)
      const { organizationId } = caller
      await database.transaction(async (store) =>
        assistants.change(store, organizationId, id, {
          ...given,
          name: given.name?.trim(),
          audience: given.audience && (await resolvePrincipals(store, organizationId, given.audience)),
        }),
      )
      return findAfterWrite(caller, id)
    },

    remove: (caller: Caller, id: string) => assistants.remove(caller.organizationId, id),
  }
}
