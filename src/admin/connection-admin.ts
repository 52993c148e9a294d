import { z } from 'zod'
import { resolvePrincipals } from '../access/audiences.ts'
import type { DataSources } from '../content/sources/data-sources.ts'
import type {
  ConnectionBody,
  ConnectionChange,
  ConnectionKinds,
  ConnectionTrial,
  ConnectionTrialRequest,
  NewConnection,
} from '../contract/connections.ts'
import { rootNotFoundMessage, validationMessage } from '../contract/errors.ts'
import { isStorable } from '../contract/text.ts'
import { AppError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import type { Connection, ConnectionKey } from '../sync/connection-store.ts'
import type { AnyConnector } from '../sync/connector.ts'
import { isSameSettings } from '../sync/same-settings.ts'
import type { Sync } from '../sync/sync.ts'
import { tryOrigin } from '../sync/try-origin.ts'

export type ConnectionAdmin = ReturnType<typeof createConnectionAdmin>

const maxProblems = 100

/** Sets up and watches connections. Secrets are stored and never returned. */
export function createConnectionAdmin({
  database,
  dataSources,
  sync,
  newId,
  now,
}: {
  database: Database
  dataSources: DataSources
  sync: Sync
  newId: () => string
  now: () => Date
}) {
  const { connections, runner } = sync

  async function find(key: ConnectionKey): Promise<Connection> {
    const found = await connections.find(key)
    if (!found) throw notFound(key.id)
    return found
  }

  async function present(found: Connection): Promise<ConnectionBody> {
    const { total, problems } = await connections.listProblems(found, maxProblems)
    const secrets = found.hasSecrets ? await connections.readSecrets(found) : {}
    const { id, kind, name, rootId, settings, everyMinutes, state, outcome, lastError, counts, heldRemovals } = found
    return {
      ...{ id, kind, name, rootId, settings, everyMinutes, state, outcome, lastError, counts, heldRemovals },
      secrets: Object.keys(secrets ?? {}),
      areSecretsReadable: secrets !== undefined,
      startedAt: found.startedAt?.toISOString() ?? null,
      finishedAt: found.finishedAt?.toISOString() ?? null,
      nextRunAt: found.nextRunAt?.toISOString() ?? null,
      problemCount: total,
      problems,
      createdAt: found.createdAt.toISOString(),
    }
  }

  const read = async (key: ConnectionKey) => present(await find(key))

  function findConnector(kind: string): AnyConnector {
    const connector = sync.findConnector(kind)
    if (!connector) throw fieldErrors({ kind: 'is not a kind of origin that this version knows' })
    return connector
  }

  /**
   * Returns the checked settings, apart from the secrets. Stored secrets are used only with the settings that they were
   * entered with: with others, they could go to another server.
   */
  async function checkSettings(connector: AnyConnector, given: Record<string, unknown>, stored?: Connection) {
    const { open, entered, removed } = separateSecrets(connector, given)
    const isSame = stored !== undefined && isSameSettings(stored.settings, open)
    if (stored?.hasSecrets && !isSame && Object.keys(entered).length === 0 && removed.length === 0)
      throw fieldErrors({ [connector.secrets[0] ?? 'settings']: 'must be entered again, because the settings change' })
    const secrets = { ...(isSame && (await connections.readSecrets(stored))), ...entered }
    for (const name of removed) delete secrets[name]
    const whole = { ...open, ...secrets }
    const checked = connector.settings.safeParse(whole)
    if (!checked.success)
      throw fieldErrors(
        Object.fromEntries(checked.error.issues.map(({ path, message }) => [path.join('.') || 'settings', message])),
      )
    if (!isStorable(whole)) throw fieldErrors({ settings: 'must not contain the NUL character' })
    return { settings: open, secrets, whole: checked.data }
  }

  return {
    listKinds(): ConnectionKinds {
      return {
        kinds: sync.connectors.map(({ kind, name, description, settings, secrets }) => ({
          ...{ kind, name, description, secrets: [...secrets] },
          settings: settingsSchema(settings, secrets),
        })),
      }
    },

    list: async (organizationId: string) => ({
      connections: await Promise.all((await connections.list(organizationId)).map(present)),
    }),

    read,

    async create(organizationId: string, given: NewConnection): Promise<ConnectionBody> {
      const connector = findConnector(given.kind)
      const { settings, secrets } = await checkSettings(connector, given.settings)
      const key = { organizationId, id: given.id ?? newId() }
      const encryptedSecrets = await connections.encryptSecrets(key, secrets)
      await database.transaction(async (store) => {
        const rootId = given.rootId ?? newId()
        if (given.rootId === undefined) {
          const readers = await resolvePrincipals(store, organizationId, given.readers ?? ['everyone'], 'readers')
          await dataSources.create(store, organizationId, { id: rootId, name: given.name, readers, writers: [] })
        } else if (!(await dataSources.exists(store, organizationId, rootId)))
          throw new AppError('root-not-found', rootNotFoundMessage)
        const { kind, name, everyMinutes } = given
        const connection = { ...key, kind, name: name.trim(), rootId, settings, everyMinutes, nextRunAt: now() }
        await connections.create(store, { ...connection, encryptedSecrets })
        await runner.start(store, key)
      })
      void sync.watcher.refresh()
      return read(key)
    },

    async change(key: ConnectionKey, given: ConnectionChange): Promise<ConnectionBody> {
      const before = await find(key)
      const connector = findConnector(before.kind)
      const checked = given.settings && (await checkSettings(connector, given.settings, before))
      const encryptedSecrets = checked && (await connections.encryptSecrets(key, checked.secrets))
      await database.transaction(async (store) => {
        // Read again: settings of before would go with secrets that another admin has entered for others.
        const current = await connections.findForUpdate(store, key)
        if (!current) throw notFound(key.id)
        const everyMinutes = given.everyMinutes === undefined ? current.everyMinutes : given.everyMinutes
        // A run that waits keeps its time, unless the schedule ends.
        const isReplanned =
          given.everyMinutes === null || (given.everyMinutes !== undefined && current.state === 'idle')
        const planned = everyMinutes === null ? null : new Date(now().getTime() + everyMinutes * 60_000)
        const nextRunAt = isReplanned ? planned : current.nextRunAt
        const settings = checked?.settings ?? current.settings
        const restarts = !isSameSettings(current.settings, settings)
        const name = given.name?.trim() ?? current.name
        await connections.save(store, {
          ...{ ...current, name, settings, everyMinutes, nextRunAt },
          ...{ encryptedSecrets, restarts },
        })
        if (checked) await runner.start(store, key)
        else if (isReplanned && current.state !== 'running') {
          await connections.update(store, key, { state: 'idle', failures: 0 })
          await runner.plan(store, key, nextRunAt)
        }
      })
      void sync.watcher.refresh()
      return read(key)
    },

    async remove(key: ConnectionKey): Promise<void> {
      await database.transaction(async (store) => {
        if (!(await connections.remove(store, key))) throw notFound(key.id)
        await runner.forget(store, key)
      })
      await sync.opener.removeCache(key)
      void sync.watcher.refresh()
    },

    async start(key: ConnectionKey, { allowRemovals = false }: { allowRemovals?: boolean | undefined }) {
      await find(key)
      await database.transaction((store) => runner.start(store, key, { allowsRemovals: allowRemovals }))
      return read(key)
    },

    async cancel(key: ConnectionKey): Promise<ConnectionBody> {
      await runner.cancel(await find(key))
      return read(key)
    },

    async try(organizationId: string, { kind, settings, id }: ConnectionTrialRequest): Promise<ConnectionTrial> {
      const connector = findConnector(kind)
      const stored = id === undefined ? undefined : await find({ organizationId, id })
      const { whole } = await checkSettings(connector, settings, stored)
      return tryOrigin(sync.opener, connector, { organizationId, id: `trial ${newId()}` }, whole)
    },
  }
}

/** Returns the settings apart from the secrets, the secrets that are entered, and the names of those that are emptied. */
function separateSecrets(connector: AnyConnector, given: Record<string, unknown>) {
  const isSecret = (name: string) => connector.secrets.includes(name)
  const isEmpty = (value: unknown) => value === null || value === ''
  const fields = Object.entries(given)
  return {
    open: Object.fromEntries(fields.filter(([name]) => !isSecret(name))),
    entered: Object.fromEntries(fields.filter(([name, value]) => isSecret(name) && !isEmpty(value))),
    removed: fields.flatMap(([name, value]) => (isSecret(name) && isEmpty(value) ? [name] : [])),
  }
}

function notFound(id: string): AppError {
  return new AppError('not-found', `There is no connection with the id ${id}.`)
}

function fieldErrors(messages: Record<string, string>): AppError {
  const details = Object.fromEntries(Object.entries(messages).map(([field, message]) => [field, { message }]))
  return new AppError('validation', validationMessage, { details })
}

/** Returns the JSON Schema of the settings, with secrets marked. */
function settingsSchema(settings: z.ZodType, secrets: readonly string[]): Record<string, unknown> {
  const schema = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>
  const properties = (schema.properties ?? {}) as Record<string, object>
  for (const name of secrets) if (properties[name]) properties[name] = { ...properties[name], writeOnly: true }
  return schema
}
