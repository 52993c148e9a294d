import type { FastifyInstance } from 'fastify'
import type { AssistantAdmin } from '../../admin/assistant-admin.ts'
import type { DataSourceAdmin } from '../../admin/data-source-admin.ts'
import { toNewApiKey } from '../../admin/new-api-key.ts'
import type { PeopleAdmin } from '../../admin/people-admin.ts'
import type { ServiceAdmin } from '../../admin/service-admin.ts'
import { assistantEndpoints } from '../../contract/assistant-endpoints.ts'
import { credentialEndpoints } from '../../contract/credential-endpoints.ts'
import type { ApiKeyBody } from '../../contract/credentials.ts'
import { dataSourceEndpoints } from '../../contract/data-source-endpoints.ts'
import { memberEndpoints } from '../../contract/member-endpoints.ts'
import { serviceEndpoints } from '../../contract/service-endpoints.ts'
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

  register(dataSourceEndpoints.listDataSources, async ({ caller }) => ({
    dataSources: await dataSourceAdmin.list(caller),
  }))
  register(dataSourceEndpoints.createDataSource, ({ caller, body }) => dataSourceAdmin.create(caller, body))
  register(dataSourceEndpoints.changeDataSource, ({ caller, params, body }) =>
    dataSourceAdmin.change(caller, params.id, body),
  )
  register(dataSourceEndpoints.deleteDataSource, ({ caller, params }) => dataSourceAdmin.remove(caller, params.id))
  register(dataSourceEndpoints.listItems, ({ caller, params, query }) =>
    dataSourceAdmin.listItems(caller, params.id, query),
  )

  register(assistantEndpoints.listAssistants, async ({ caller }) => ({
    assistants: await assistantAdmin.list(caller),
  }))
  register(assistantEndpoints.createAssistant, ({ caller, body }) => assistantAdmin.create(caller, body))
  register(assistantEndpoints.changeAssistant, ({ caller, params, body }) =>
    assistantAdmin.change(caller, params.id, body),
  )
  register(assistantEndpoints.deleteAssistant, ({ caller, params }) => assistantAdmin.remove(caller, params.id))

  register(memberEndpoints.listMembers, ({ caller, query }) => peopleAdmin.list(caller, query))
  register(memberEndpoints.createMember, ({ caller, body }) => peopleAdmin.invite(caller, body))
  register(memberEndpoints.changeMember, ({ caller, params, body }) => peopleAdmin.change(caller, params.id, body))
  register(memberEndpoints.resetPassword, ({ caller, params, body }) =>
    peopleAdmin.resetPassword(caller, params.id, body),
  )
  register(memberEndpoints.deleteMember, ({ caller, params }) => peopleAdmin.remove(caller, params.id))
  register(memberEndpoints.createGroup, ({ caller, body }) => peopleAdmin.createGroup(caller, body))
  register(memberEndpoints.changeGroup, ({ caller, params, body }) => peopleAdmin.changeGroup(caller, params.id, body))
  register(memberEndpoints.deleteGroup, ({ caller, params }) => peopleAdmin.removeGroup(caller, params.id))
  register(credentialEndpoints.changePassword, ({ caller, body }) => peopleAdmin.changeOwnPassword(caller, body))

  register(credentialEndpoints.listApiKeys, async ({ caller: { organizationId, memberId } }) => ({
    apiKeys: (await apiKeys.list(organizationId, { memberId })).map(presentApiKey),
  }))
  register(credentialEndpoints.createApiKey, async ({ caller, body }) => {
    const { apiKey, key } = await apiKeys.create(toNewApiKey(caller, body, now()))
    return { apiKey: presentApiKey(apiKey), key }
  })
  register(credentialEndpoints.revokeApiKey, async ({ caller: { organizationId, memberId }, params }) => {
    if (!(await apiKeys.revoke(organizationId, params.id, { memberId })))
      throw new AppError('not-found', `You have no API key with the id ${params.id}.`)
  })

  register(credentialEndpoints.listOauthClients, async ({ caller }) => ({
    clients: (await oauthClients.list(caller.organizationId)).map(presentOAuthClientBody),
  }))
  register(credentialEndpoints.createOauthClient, async ({ caller, body }) => {
    const { client, secret } = await oauthClients.register({ organizationId: caller.organizationId, ...body })
    return { client: presentOAuthClientBody(client), secret: secret ?? null }
  })
  register(credentialEndpoints.deleteOauthClient, async ({ caller, params }) => {
    if (!(await oauthClients.remove(caller.organizationId, params.id)))
      throw new AppError('not-found', `There is no OAuth client with the id ${params.id}.`)
  })

  register(serviceEndpoints.readOrganization, async ({ caller }) => ({
    id: caller.organizationId,
    name: caller.organizationName,
    domain: caller.organizationDomain,
    askEnabled: caller.askEnabled,
    writtenBy: await findModelName(caller.organizationId),
    canSendEmail: mailer !== undefined,
  }))
  register(serviceEndpoints.changeOrganization, async ({ caller, body }) => {
    const { organization } = await organizations.save({
      id: caller.organizationId,
      name: body.name?.trim(),
      askEnabled: body.askEnabled,
    })
    const writtenBy = await findModelName(caller.organizationId)
    return { ...organization, writtenBy, canSendEmail: mailer !== undefined }
  })
  register(serviceEndpoints.readService, ({ caller }) => serviceAdmin.read(caller.organizationId))
  register(serviceEndpoints.tryMail, ({ caller }) => serviceAdmin.tryMail(caller))
  register(serviceEndpoints.tryModels, ({ caller }) => serviceAdmin.tryModels(caller.organizationId))
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
