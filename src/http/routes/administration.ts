import type { FastifyInstance } from 'fastify'
import type { AssistantAdmin } from '../../admin/assistant-admin.ts'
import type { DataSourceAdmin } from '../../admin/data-source-admin.ts'
import { toNewApiKey } from '../../admin/new-api-key.ts'
import type { PeopleAdmin } from '../../admin/people-admin.ts'
import type { ServiceAdmin } from '../../admin/service-admin.ts'
import type { ApiKeyBody } from '../../contract/administration.ts'
import { administrationEndpoints as endpoints } from '../../contract/administration-endpoints.ts'
import { AppError } from '../../errors.ts'
import type { ApiKey, ApiKeys } from '../../identity/api-keys.ts'
import type { OAuthClient, OAuthClients } from '../../identity/oauth-clients.ts'
import type { Organizations } from '../../identity/organizations.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { FindChat } from '../../models/chat.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'

export interface AdministrationRoutesDeps {
  guard: Guard
  dataSourceAdmin: DataSourceAdmin
  assistantAdmin: AssistantAdmin
  peopleAdmin: PeopleAdmin
  serviceAdmin: ServiceAdmin
  organizations: Organizations
  apiKeys: ApiKeys
  oauthClients: OAuthClients
  findChat: FindChat
  mailer: Mailer | undefined
  now: () => Date
}

/** Administration: data sources, assistants, people, API keys, OAuth clients, the organization and the service. */
export function administrationRoutes(server: FastifyInstance, deps: AdministrationRoutesDeps): void {
  const { guard, organizations, apiKeys, oauthClients, findChat, mailer, now } = deps
  const { dataSourceAdmin, assistantAdmin, peopleAdmin, serviceAdmin } = deps
  const register = createEndpointRegistrar(server, guard)
  const findModelName = async (organizationId: string) => (await findChat(organizationId))?.name ?? null

  register(endpoints.listDataSources, async ({ caller }) => ({
    dataSources: await dataSourceAdmin.list(caller),
  }))
  register(endpoints.createDataSource, ({ caller, body }) => dataSourceAdmin.create(caller, body))
  register(endpoints.changeDataSource, ({ caller, params, body }) => dataSourceAdmin.change(caller, params.id, body))
  register(endpoints.deleteDataSource, ({ caller, params }) => dataSourceAdmin.remove(caller, params.id))
  register(endpoints.listItems, ({ caller, params, query }) => dataSourceAdmin.listItems(caller, params.id, query))

  register(endpoints.listAssistants, async ({ caller }) => ({
    assistants: await assistantAdmin.list(caller),
  }))
  register(endpoints.createAssistant, ({ caller, body }) => assistantAdmin.create(caller, body))
  register(endpoints.changeAssistant, ({ caller, params, body }) => assistantAdmin.change(caller, params.id, body))
  register(endpoints.deleteAssistant, ({ caller, params }) => assistantAdmin.remove(caller, params.id))

  register(endpoints.listMembers, ({ caller, query }) => peopleAdmin.list(caller, query))
  register(endpoints.createMember, ({ caller, body }) => peopleAdmin.invite(caller, body))
  register(endpoints.changeMember, ({ caller, params, body }) => peopleAdmin.change(caller, params.id, body))
  register(endpoints.resetPassword, ({ caller, params, body }) => peopleAdmin.resetPassword(caller, params.id, body))
  register(endpoints.deleteMember, ({ caller, params }) => peopleAdmin.remove(caller, params.id))
  register(endpoints.createGroup, ({ caller, body }) => peopleAdmin.createGroup(caller, body))
  register(endpoints.changeGroup, ({ caller, params, body }) => peopleAdmin.changeGroup(caller, params.id, body))
  register(endpoints.deleteGroup, ({ caller, params }) => peopleAdmin.removeGroup(caller, params.id))
  register(endpoints.changePassword, ({ caller, body }) => peopleAdmin.changeOwnPassword(caller, body))

  register(endpoints.listApiKeys, async ({ caller: { organizationId, memberId } }) => ({
    apiKeys: (await apiKeys.list(organizationId, { memberId })).map(presentApiKey),
  }))
  register(endpoints.createApiKey, async ({ caller, body }) => {
    const { apiKey, key } = await apiKeys.create(toNewApiKey(caller, body, now()))
    return { apiKey: presentApiKey(apiKey), key }
  })
  register(endpoints.revokeApiKey, async ({ caller: { organizationId, memberId }, params }) => {
    if (!(await apiKeys.revoke(organizationId, params.id, { memberId })))
      throw new AppError('not-found', `You have no API key with the id ${params.id}.`)
  })

  register(endpoints.listOauthClients, async ({ caller }) => ({
    clients: (await oauthClients.list(caller.organizationId)).map(presentOAuthClientBody),
  }))
  register(endpoints.createOauthClient, async ({ caller, body }) => {
    const { client, secret } = await oauthClients.register({ organizationId: caller.organizationId, ...body })
    return { client: presentOAuthClientBody(client), secret: secret ?? null }
  })
  register(endpoints.deleteOauthClient, async ({ caller, params }) => {
    if (!(await oauthClients.remove(caller.organizationId, params.id)))
      throw new AppError('not-found', `There is no OAuth client with the id ${params.id}.`)
  })

  register(endpoints.readOrganization, async ({ caller }) => ({
    id: caller.organizationId,
    name: caller.organizationName,
    domain: caller.organizationDomain,
    askEnabled: caller.askEnabled,
    writtenBy: await findModelName(caller.organizationId),
    canSendEmail: mailer !== undefined,
  }))
  register(endpoints.changeOrganization, async ({ caller, body }) => {
    const { organization } = await organizations.save({
      id: caller.organizationId,
      name: body.name?.trim(),
      askEnabled: body.askEnabled,
    })
    const writtenBy = await findModelName(caller.organizationId)
    return { ...organization, writtenBy, canSendEmail: mailer !== undefined }
  })
  register(endpoints.readService, ({ caller }) => serviceAdmin.read(caller.organizationId))
  register(endpoints.tryMail, ({ caller }) => serviceAdmin.tryMail(caller))
  register(endpoints.tryModels, ({ caller }) => serviceAdmin.tryModels(caller.organizationId))
}

function presentApiKey({ id, name, hint, scopes, createdAt, expiresAt, lastUsedAt }: ApiKey): ApiKeyBody {
  return {
    ...{ id, name, hint, scopes },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

function presentOAuthClientBody({ createdAt, ...client }: OAuthClient) {
  return { ...client, createdAt: createdAt.toISOString() }
}
