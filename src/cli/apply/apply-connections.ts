import type { App } from '../../app.ts'
import { isStorable } from '../../contract/text.ts'
import type { Sql } from '../../storage/database.ts'
import type { Connection } from '../../sync/connection-store.ts'
import { isSameSettings } from '../../sync/same-settings.ts'
import type { Terminal } from '../terminal.ts'
import { readSecrets } from './connection-secrets.ts'
import type { FileConnection } from './organization-schema.ts'
import { addOutcome, type OutcomeCounts } from './outcome-counts.ts'
import type { OrganizationFile } from './read-organization-file.ts'
import { type Located, validateEntry } from './validate-entry.ts'

/** A connection of the file that is valid, and what applying it does. */
interface ConnectionToApply {
  value: FileConnection
  before: Connection | undefined
  /** Undefined: the stored ones stay. */
  encryptedSecrets: string | null | undefined
  hasOtherSettings: boolean
}

/** Checks the connections of the file, with their secrets, and compares them with the stored ones. Writes nothing. */
export async function prepareConnections(
  app: App,
  organizationId: string,
  file: OrganizationFile,
  env: Terminal['env'],
): Promise<{ connections: ConnectionToApply[]; problems: string[] }> {
  const stored = await app.sync.connections.list(organizationId)
  const problems: string[] = []
  const connections: ConnectionToApply[] = []
  for (const entry of file.connections) {
    const { value } = entry
    const before = stored.find(({ id }) => id === value.id)
    const found = conflicts(entry, stored)
    const secrets = readSecrets(entry, { env, directory: file.directory }, found)
    if (found.length === 0) found.push(...invalidSettings(app, entry, secrets))
    problems.push(...found)
    if (found.length > 0) continue
    const storedSecrets = before && (await app.sync.connections.readSecrets(before))
    const hasSameSecrets = storedSecrets !== undefined && isSameSettings(storedSecrets, secrets)
    connections.push({
      value,
      before,
      encryptedSecrets: hasSameSecrets
        ? undefined
        : await app.sync.connections.encryptSecrets({ organizationId, id: value.id }, secrets),
      hasOtherSettings: before !== undefined && !isSameSettings(before.settings, value.settings),
    })
  }
  return { connections, problems }
}

/** Writes new and changed connections. Those that read something else now start a run; the job queue processes it. */
export async function applyConnections(
  app: App,
  store: Sql,
  organizationId: string,
  connections: readonly ConnectionToApply[],
  counts: OutcomeCounts,
): Promise<void> {
  for (const { value, before, encryptedSecrets, hasOtherSettings } of connections) {
    const { id, kind, name, dataSource: rootId, settings, everyMinutes } = value
    const readsOther = !before || hasOtherSettings || encryptedSecrets !== undefined
    if (before && !readsOther && before.name === name && before.everyMinutes === everyMinutes) {
      addOutcome(counts, 'unchanged')
      continue
    }
    const nextRunAt = everyMinutes === null ? null : new Date(app.now().getTime() + everyMinutes * 60_000)
    await app.sync.connections.save(store, {
      ...{ organizationId, id, kind, name, rootId, settings, everyMinutes, nextRunAt, encryptedSecrets },
      restarts: hasOtherSettings,
    })
    const key = { organizationId, id }
    if (readsOther) await app.sync.runner.start(store, key)
    else if (before.state === 'idle') await app.sync.runner.plan(store, key, nextRunAt)
    addOutcome(counts, before ? 'changed' : 'created')
  }
}

/** Returns what the stored connections rule out: items belong to one connection, which reads one kind of origin. */
function conflicts({ location, value }: Located<FileConnection>, stored: readonly Connection[]): string[] {
  const before = stored.find(({ id }) => id === value.id)
  const other = stored.find(({ id, rootId }) => rootId === value.dataSource && id !== value.id)
  const problems: string[] = []
  if (before && before.kind !== value.kind)
    problems.push(`${location}.kind: ${value.id} is of the kind ${before.kind}, which cannot be changed`)
  if (before && before.rootId !== value.dataSource)
    problems.push(`${location}.dataSource: ${value.id} has ${before.rootId}, which cannot be changed`)
  if (other) problems.push(`${location}.dataSource: the connection ${other.id} has it already`)
  return problems
}

/** Returns the problems of the settings by the rules of their kind. Messages name fields and never contain a secret. */
function invalidSettings(
  app: App,
  { location, value }: Located<FileConnection>,
  secrets: Record<string, string>,
): string[] {
  const connector = app.sync.findConnector(value.kind)
  if (!connector) {
    const kinds = app.sync.connectors.map(({ kind }) => kind)
    return [`${location}.kind: must be one of ${kinds.join(', ')}`]
  }
  const misplaced = connector.secrets
    .filter((name) => name in value.settings)
    .map((name) => `${location}.settings.${name}: is a secret: name its variable or file in secrets instead`)
  const unknown = Object.keys(secrets)
    .filter((name) => !connector.secrets.includes(name))
    .map((name) => `${location}.secrets.${name}: is not a secret of the kind ${value.kind}`)
  if (misplaced.length + unknown.length > 0) return [...misplaced, ...unknown]
  const whole = { ...value.settings, ...secrets }
  const problems: string[] = []
  validateEntry(connector.settings, whole, `${location}.settings`, problems)
  if (!isStorable(whole)) problems.push(`${location}.settings: must not contain the NUL character`)
  return problems.map((problem) => {
    const secret = connector.secrets.find((name) => problem.startsWith(`${location}.settings.${name}:`))
    return secret ? problem.replace(`${location}.settings.`, `${location}.secrets.`) : problem
  })
}
