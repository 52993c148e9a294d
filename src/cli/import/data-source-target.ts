import type { Caller } from '../../access/caller.ts'
import type { App } from '../../app.ts'
import { contentScopes } from '../../contract/scopes.ts'
import { AppError } from '../../errors.ts'
import { isSameText, readStoredDocuments } from '../stored-organization.ts'
import { dataSourceTargetBase, toCustomContent } from './data-source-items.ts'
import type { ImportTarget } from './import-target.ts'

/** Writes pages as items of a data source in the local store. */
export async function createDataSourceTarget(
  app: App,
  organizationId: string,
  rootId: string,
  urlBase: string | undefined,
): Promise<ImportTarget> {
  const operator = await loadOperatorCaller(app, organizationId, rootId)
  const stored = await readStoredDocuments(app.database.unrestricted, organizationId, rootId)
  return {
    ...dataSourceTargetBase(rootId, urlBase),
    isStored: (id) => stored.has(id),
    async put(page) {
      const id = page.id as string
      const before = stored.get(id)
      const isUnchanged = isSameText(page, before)
      const updatedAt = page.date ?? (isUnchanged ? before.updatedAt : (page.modifiedAt ?? app.now()))
      const content = toCustomContent(page, rootId, urlBase, updatedAt)
      if (isUnchanged && before.url === content.url && before.updatedAt.getTime() === updatedAt.getTime()) {
        return { id, outcome: 'unchanged' }
      }
      await app.contents.index(operator, content)
      return { id, outcome: before ? 'changed' : 'created' }
    },
    async remove(id) {
      await app.contents.remove(operator, { rootId, id })
      return true
    },
  }
}

/** Returns a caller that can write to this data source: access to the store implies access to every data source. */
async function loadOperatorCaller(app: App, organizationId: string, rootId: string): Promise<Caller> {
  const source = await app.database.unrestricted
    .selectFrom('data_source')
    .innerJoin('organization', 'organization.id', 'data_source.org_id')
    .select(['audience_id', 'writer_audience_id', 'organization.name', 'organization.domain', 'ask_enabled'])
    .where('data_source.org_id', '=', organizationId)
    .where('data_source.id', '=', rootId)
    .executeTakeFirst()
  if (!source) {
    throw new AppError(
      'root-not-found',
      `There is no data source ${rootId} in ${organizationId}. Create it in the app, or with "lorewell apply".`,
    )
  }
  return {
    organizationId,
    organizationName: source.name,
    organizationDomain: source.domain,
    askEnabled: source.ask_enabled,
    memberId: 'operator',
    email: '',
    name: 'Operator',
    role: 'admin',
    audienceIds: [source.audience_id, source.writer_audience_id],
    credential: { kind: 'session', id: 'terminal', scopes: contentScopes },
  }
}
