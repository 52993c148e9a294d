import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { loadCallerByEmail } from '../identity/load-caller.ts'
import { normalizeEmail } from '../identity/members.ts'

/** The organization meant: the one that is named, or the only one. */
export async function chooseOrganization(app: App, wanted: string | undefined): Promise<string> {
  const all = (await app.organizations.list()).map(({ id }) => id)
  if (wanted !== undefined && all.includes(wanted)) return wanted
  if (wanted === undefined && all.length === 1) return all[0] as string
  if (all.length === 0) {
    throw new AppError(
      'validation',
      'There is no organization yet. Make one with "lorewell apply FILE", or with the link that "lorewell start" prints.',
    )
  }
  throw new AppError(
    'validation',
    wanted === undefined
      ? `There are several organizations. Say which one with --org: ${all.join(', ')}.`
      : `There is no organization ${wanted}. There is: ${all.join(', ')}.`,
  )
}

/** The person who asks: the one who is named, or the only user, or the first admin; `isChosen` tells that we chose. */
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
      ? `Nobody in ${organizationId} can be asked for: name a user with --as EMAIL.`
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
export async function loadCaller(
  app: App,
  organizationId: string,
  email: string,
): Promise<Caller | undefined> {
  const caller = await loadCallerByEmail(app.database, { email, organizationId }, app.now())
  return caller && { ...caller, credential: { kind: 'session', id: 'terminal' } }
}
