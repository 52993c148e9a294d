import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { normalizeEmail } from '../access/normal-names.ts'
import type { App } from '../app.ts'
import { scopes } from '../contract/scopes.ts'
import { AppError } from '../errors.ts'
import { loadCallerByEmail } from '../identity/load-caller.ts'
import type { Organization } from '../identity/organizations.ts'

/** Returns the organization named by `requested`, or the only one. */
export async function chooseOrganization(app: App, requested: string | undefined): Promise<string> {
  const organizations = await app.organizations.list()
  const ids = organizations.map(({ id }) => id)
  if (requested !== undefined && ids.includes(requested)) return requested
  if (requested === undefined && ids.length === 1) return ids[0] as string
  if (ids.length === 0) {
    throw new AppError(
      'validation',
      'There is no organization yet. Create one with "lorewell apply FILE", or with the link that "lorewell start" prints.',
    )
  }
  const choices = describeOrganizations(organizations)
  throw new AppError(
    'validation',
    requested === undefined
      ? `There are several organizations. Choose one by its id with --org: ${choices}.`
      : `There is no organization ${requested}. Choose one by its id: ${choices}.`,
  )
}

/** Returns ids with names: the id of an organization that was set up in the app is random. */
export function describeOrganizations(organizations: readonly Organization[]): string {
  return organizations.map(({ id, name }) => (name === id ? id : `${id} (${name})`)).join(', ')
}

/** Returns the user with this email; without one, the only user or the first admin, with `isChosen` true. */
export async function chooseCaller(
  app: App,
  organizationId: string,
  email: string | undefined,
): Promise<{ caller: Caller; isChosen: boolean }> {
  const chosen = email === undefined ? await defaultMemberEmail(app, organizationId) : normalizeEmail(email)
  const caller = chosen === undefined ? undefined : await loadCaller(app, organizationId, chosen)
  if (caller) return { caller, isChosen: email === undefined }
  throw new AppError(
    'validation',
    email === undefined
      ? `${organizationId} has no admin: choose a user with --as EMAIL.`
      : `There is no user ${chosen} in ${organizationId}.`,
  )
}

async function defaultMemberEmail(app: App, organizationId: string): Promise<string | undefined> {
  const people = await app.database.unrestricted
    .selectFrom('member')
    .select(['email', 'role'])
    .where('org_id', '=', organizationId)
    .where('disabled_at', 'is', null)
    .orderBy(sql`role = 'admin'`, 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(2)
    .execute()
  const [first] = people
  return people.length === 1 || first?.role === 'admin' ? first?.email : undefined
}

/** The same person that a request with their credential would bring. */
export async function loadCaller(app: App, organizationId: string, email: string): Promise<Caller | undefined> {
  const caller = await loadCallerByEmail(app.database, { email, organizationId }, app.now())
  return caller && { ...caller, credential: { kind: 'session', id: 'terminal', scopes } }
}
