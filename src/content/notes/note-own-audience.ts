import {
  createAudience,
  ensurePersonalAudience,
  isPersonalAudience,
  listPrincipals,
  type Principal,
  replacePrincipals,
} from '../../access/audiences.ts'
import type { Sql } from '../../storage/database.ts'

/** Creates, changes or drops the own audience of a note. The dropped one can be deleted once no document refers to it. */
export async function setOwnAudience(
  store: Sql,
  organizationId: string,
  current: number | undefined,
  principals: readonly Principal[] | undefined,
): Promise<{ id: number | null; changed: boolean; dropped?: number }> {
  if (principals === undefined) return { id: null, changed: current !== undefined, dropped: current }
  if (current === undefined) return { id: await createOwnAudience(store, organizationId, principals), changed: true }
  if (await isPersonalAudience(store, organizationId, current)) {
    const id = await createOwnAudience(store, organizationId, principals)
    return { id, changed: id !== current }
  }
  const { changed } = await replacePrincipals(store, organizationId, current, principals)
  return { id: current, changed }
}

/** Returns an audience for one note; that of a single member is the one that all their private notes share. */
export async function createOwnAudience(
  store: Sql,
  organizationId: string,
  principals: readonly Principal[],
): Promise<number> {
  const [only, ...others] = principals
  return only?.startsWith('user:') && others.length === 0
    ? ensurePersonalAudience(store, organizationId, only.slice('user:'.length))
    : createAudience(store, organizationId, principals)
}

/** Returns an own audience with the principals of another one. */
export async function copyAudience(store: Sql, organizationId: string, audienceId: number): Promise<number> {
  return createOwnAudience(store, organizationId, await listPrincipals(store, organizationId, audienceId))
}
