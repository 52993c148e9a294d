import type { App } from '../../app.ts'
import type { UpsertOutcome } from '../../content/upsert-outcome.ts'
import { AppError } from '../../errors.ts'
import type { Sql } from '../../storage/database.ts'
import type { FileGroup } from './organization-schema.ts'
import { addOutcome, type OutcomeCounts } from './outcome-counts.ts'
import type { OrganizationFile } from './read-organization-file.ts'

/** A key from the file replaces only the key with this name. */
const fileApiKeyName = 'organization file'

/** Writes users with their keys, then groups. Returns the problems that only the store can detect. */
export async function applyPeople(
  app: App,
  sql: Sql,
  organizationId: string,
  file: OrganizationFile,
  summary: { users: OutcomeCounts; groups: OutcomeCounts },
): Promise<string[]> {
  const problems: string[] = []
  for (const { location, value } of file.users) {
    const { apiKey: key, apiKeyScopes: scopes, ...user } = value
    const { member, outcome } = await app.members.save({ organizationId, ...user }, sql)
    const owner = { organizationId, memberId: member.id, name: fileApiKeyName }
    const keyOutcome = key ? await ensureKey(app, sql, { ...owner, key, scopes }) : 'unchanged'
    if (keyOutcome instanceof AppError) problems.push(`${location}.apiKey: ${keyOutcome.message}`)
    addOutcome(summary.users, outcome === 'unchanged' && keyOutcome === 'created' ? 'changed' : outcome)
  }
  for (const { location, value } of file.groups) {
    const outcome = await applyGroup(app, sql, organizationId, value)
    if (outcome instanceof AppError) problems.push(`${location}.name: ${outcome.message}`)
    else addOutcome(summary.groups, outcome)
  }
  return problems
}

async function ensureKey(
  app: App,
  sql: Sql,
  apiKey: Parameters<App['apiKeys']['ensure']>[0],
): Promise<'created' | 'unchanged' | AppError> {
  try {
    return await app.apiKeys.ensure(apiKey, sql)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** Finds the group by its id if the file has one, so that it can be renamed; otherwise by its name. */
async function applyGroup(
  app: App,
  sql: Sql,
  organizationId: string,
  { id, name, members }: FileGroup,
): Promise<UpsertOutcome | AppError> {
  const existing =
    id === undefined
      ? await app.teams.findByName(organizationId, name, sql)
      : await app.teams.find(organizationId, id, sql)
  try {
    const team = existing ?? (await app.teams.create({ organizationId, id, name }, sql))
    const isRenamed = team.name !== name
    if (isRenamed) await app.teams.rename(organizationId, team.id, name, sql)
    const ids = await Promise.all(members.map((email) => app.members.findByEmail(organizationId, email, sql)))
    const memberIds = ids.flatMap((member) => (member ? [member.id] : []))
    const hasChanged = await app.teams.setMembers(organizationId, team.id, memberIds, sql)
    if (!existing) return 'created'
    return hasChanged || isRenamed ? 'changed' : 'unchanged'
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
