import type { FastifyInstance } from 'fastify'
import type { AssistantDesk } from '../../administration/assistant-desk.ts'
import type { DataSourceDesk } from '../../administration/data-source-desk.ts'
import type { PeopleDesk } from '../../administration/people-desk.ts'
import type { ServiceDesk } from '../../administration/service-desk.ts'
import type { ApiKeyBody } from '../../contract/administration.ts'
import { administrationEndpoints as endpoints } from '../../contract/administration-endpoints.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { AppError } from '../../errors.ts'
import type { ApiKey, ApiKeys } from '../../identity/api-keys.ts'
import type { OAuthClient, OAuthClients } from '../../identity/oauth-clients.ts'
import type { Organizations } from '../../identity/organizations.ts'
import { type Gate, type OperationInput, serve } from '../operation.ts'

export interface AdministrationNeeds {
  gate: Gate
  dataSourceDesk: DataSourceDesk
  assistantDesk: AssistantDesk
  peopleDesk: PeopleDesk
  serviceDesk: ServiceDesk
  organizations: Organizations
  apiKeys: ApiKeys
  oauthClients: OAuthClients
}

/** What the app's screens stand on: data sources, assistants, people, keys, clients and the organization itself. */
export function administrationRoutes(server: FastifyInstance, needs: AdministrationNeeds): void {
  const { gate, organizations, apiKeys, oauthClients } = needs
  const { dataSourceDesk, assistantDesk, peopleDesk, serviceDesk } = needs
  const at = <E extends Endpoint>(endpoint: E, operation: (input: OperationInput<E>) => Promise<unknown>) =>
    serve(server, gate, endpoint, [endpoint.path], operation)

  at(endpoints.listDataSources, async ({ viewer }) => ({ dataSources: await dataSourceDesk.list(viewer) }))
  at(endpoints.createDataSource, ({ viewer, body }) => dataSourceDesk.create(viewer, body))
  at(endpoints.changeDataSource, ({ viewer, params, body }) => dataSourceDesk.change(viewer, params.id, body))
  at(endpoints.deleteDataSource, ({ viewer, params }) => dataSourceDesk.remove(viewer, params.id))
  at(endpoints.listItems, ({ viewer, params, query }) => dataSourceDesk.items(viewer, params.id, query))

  at(endpoints.listAssistants, async ({ viewer }) => ({ assistants: await assistantDesk.list(viewer) }))
  at(endpoints.createAssistant, ({ viewer, body }) => assistantDesk.create(viewer, body))
  at(endpoints.changeAssistant, ({ viewer, params, body }) => assistantDesk.change(viewer, params.id, body))
  at(endpoints.deleteAssistant, ({ viewer, params }) => assistantDesk.remove(viewer, params.id))

  at(endpoints.listMembers, ({ viewer, query }) => peopleDesk.list(viewer, query))
  at(endpoints.createMember, ({ viewer, body }) => peopleDesk.invite(viewer, body))
  at(endpoints.changeMember, ({ viewer, params, body }) => peopleDesk.change(viewer, params.id, body))
  at(endpoints.resetPassword, ({ viewer, params }) => peopleDesk.resetPassword(viewer, params.id))
  at(endpoints.deleteMember, ({ viewer, params }) => peopleDesk.remove(viewer, params.id))
  at(endpoints.createGroup, ({ viewer, body }) => peopleDesk.createGroup(viewer, body))
  at(endpoints.changeGroup, ({ viewer, params, body }) => peopleDesk.changeGroup(viewer, params.id, body))
  at(endpoints.deleteGroup, ({ viewer, params }) => peopleDesk.removeGroup(viewer, params.id))
  at(endpoints.changePassword, ({ viewer, body }) => peopleDesk.changeOwnPassword(viewer, body))

  at(endpoints.listApiKeys, async ({ viewer: { organizationId, memberId } }) => ({
    apiKeys: (await apiKeys.list(organizationId, { memberId })).map(presentKey),
  }))
  at(endpoints.createApiKey, async ({ viewer: { organizationId, memberId }, body }) => {
    const { apiKey, key } = await apiKeys.create({ organizationId, memberId, name: body.name.trim() })
    return { apiKey: presentKey(apiKey), key }
  })
  at(endpoints.revokeApiKey, async ({ viewer: { organizationId, memberId }, params }) => {
    if (!(await apiKeys.revoke(organizationId, params.id, { memberId })))
      throw new AppError('not-found', 'You have no such key.')
  })

  at(endpoints.listOauthClients, async ({ viewer }) => ({
    clients: (await oauthClients.list(viewer.organizationId)).map(presentClient),
  }))
  at(endpoints.createOauthClient, async ({ viewer, body }) => {
    const { client, secret } = await oauthClients.register({ organizationId: viewer.organizationId, ...body })
    return { client: presentClient(client), secret: secret ?? null }
  })
  at(endpoints.deleteOauthClient, async ({ viewer, params }) => {
    if (!(await oauthClients.remove(viewer.organizationId, params.id)))
      throw new AppError('not-found', 'There is no such client.')
  })

  at(endpoints.readOrganization, async ({ viewer }) => ({
    id: viewer.organizationId,
    name: viewer.organizationName,
    domain: viewer.organizationDomain,
    askEnabled: viewer.askEnabled,
  }))
  at(endpoints.changeOrganization, async ({ viewer, body }) => {
    const { organization } = await organizations.save({
      id: viewer.organizationId,
      name: body.name?.trim() ?? viewer.organizationName,
      askEnabled: body.askEnabled,
    })
    return organization
  })
  at(endpoints.readService, async () => serviceDesk.read())
  at(endpoints.tryModels, () => serviceDesk.tryModels())
}

function presentKey({ id, name, hint, createdAt, lastUsedAt }: ApiKey): ApiKeyBody {
  return { id, name, hint, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}

function presentClient({ createdAt, ...client }: OAuthClient) {
  return { ...client, createdAt: createdAt.toISOString() }
}
