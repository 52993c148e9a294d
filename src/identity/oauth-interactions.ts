import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Client, Provider } from 'oidc-provider'
import { parseScopes, type Scope } from '../contract/scopes.ts'
import type { Database } from '../storage/database.ts'
import { toAccountId } from './account-id.ts'
import type { BrowserSession } from './browser-sessions.ts'
import { clientOrganizationId } from './oauth-client-organization.ts'
import { scopesByPath, withoutAdminScope } from './oauth-scopes.ts'

/** The step the authorization server waits for. */
type Interaction =
  | { step: 'sign-in'; email?: string }
  | { step: 'consent'; client: ConsentClient; redirectUri: string; scopes: Scope[]; person: BrowserSession }

export interface ConsentClient {
  id: string
  name: string
  /** The verified host of the client: the one that serves its metadata document. */
  host: string | undefined
  /** The origin of its metadata: an admin of the organization, its metadata document, or self-registration. */
  registeredBy: 'admin' | 'document' | 'itself'
}

export interface Interactions {
  /** Returns the pending step, a redirect if the person has nothing to do, or undefined if nothing is pending. */
  current(request: IncomingMessage, response: ServerResponse): Promise<Interaction | { redirectTo: string } | undefined>
  /** Returns the URL to redirect to; undefined if no consent is pending. */
  allow(request: IncomingMessage, response: ServerResponse): Promise<string | undefined>
  deny(request: IncomingMessage, response: ServerResponse): Promise<string | undefined>
}

interface InteractionsDeps {
  provider: Provider
  database: Database
  findSession: (request: IncomingMessage) => Promise<BrowserSession | undefined>
}

type InteractionDetails = Awaited<ReturnType<Provider['interactionDetails']>>

export function createInteractions({ provider, database, findSession }: InteractionsDeps): Interactions {
  const findDetails = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      return await provider.interactionDetails(request, response)
    } catch (error) {
      if (error instanceof Error && error.name === 'SessionNotFound') return undefined
      throw error
    }
  }

  const findClient = async (details: InteractionDetails): Promise<Client | undefined> =>
    provider.Client.find(String(details.params.client_id))

  const finish = (
    request: IncomingMessage,
    response: ServerResponse,
    result: Parameters<Provider['interactionResult']>[2],
  ) => provider.interactionResult(request, response, result, { mergeWithLastSubmission: true })

  const current: Interactions['current'] = async (request, response) => {
    const details = await findDetails(request, response)
    if (!details) return undefined
    const person = await findSession(request)
    if (!person || (details.prompt.name === 'login' && requiresReauthentication(details, person))) {
      const hint = details.params.login_hint
      return { step: 'sign-in', ...(typeof hint === 'string' ? { email: hint } : {}) }
    }
    const client = await findClient(details)
    if (!client) return undefined
    if (belongsToOtherOrganization(client, person)) {
      return {
        redirectTo: await finish(request, response, accessDenied('this client belongs to another organization')),
      }
    }
    const accountId = toAccountId(person)
    if (details.prompt.name === 'login' || details.session?.accountId !== accountId) {
      await endOtherSession(details, accountId)
      const ts = Math.floor(person.signedInAt.getTime() / 1000)
      return { redirectTo: await finish(request, response, { login: { accountId, ts } }) }
    }
    await narrowScope(details, person)
    const scopes = grantableScopes(details)
    if (scopes.length === 0) {
      const problem = { error: 'invalid_scope', error_description: 'you cannot grant the requested scope' }
      return { redirectTo: await finish(request, response, problem) }
    }
    return {
      step: 'consent',
      client: presentConsentClient(client),
      redirectUri: String(details.params.redirect_uri),
      scopes,
      person,
    }
  }

  /** Ends the authorization server's session of another person in this browser. */
  const endOtherSession = async (details: InteractionDetails, accountId: string): Promise<void> => {
    if (!details.session || details.session.accountId === accountId) return
    await database.unrestricted
      .deleteFrom('oauth_record')
      .where('kind', '=', 'Session')
      .where('uid', '=', details.session.uid)
      .execute()
    delete (details as { session?: unknown }).session
    await details.persist()
  }

  return {
    current,

    async allow(request, response) {
      const interaction = await current(request, response)
      const details = await findDetails(request, response)
      if (!interaction || !details || !('step' in interaction) || interaction.step !== 'consent') return undefined
      const accountId = toAccountId(interaction.person)
      const existing = details.grantId ? await provider.Grant.find(details.grantId) : undefined
      const grant = existing ?? new provider.Grant({ accountId, clientId: String(details.params.client_id) })
      const { missingOIDCScope, missingResourceScopes } = details.prompt.details as {
        missingOIDCScope?: string[]
        missingResourceScopes?: Record<string, string[]>
      }
      if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(' '))
      for (const [resource, missing] of Object.entries(missingResourceScopes ?? {})) {
        const shown: readonly string[] = interaction.scopes
        grant.addResourceScope(resource, missing.filter((scope) => shown.includes(scope)).join(' '))
      }
      const grantId = await grant.save()
      return finish(request, response, { consent: details.grantId ? {} : { grantId } })
    },

    async deny(request, response) {
      if (!(await findDetails(request, response))) return undefined
      return finish(request, response, accessDenied('the user denied access'))
    },
  }
}

/** Removes `admin` from the request of a person who is no admin, so that it is neither shown nor granted. */
async function narrowScope(details: InteractionDetails, { role }: BrowserSession): Promise<void> {
  const scope = String(details.params.scope ?? '')
  const narrowed = role === 'admin' ? scope : withoutAdminScope(scope)
  if (narrowed === scope) return
  details.params.scope = narrowed
  await details.persist()
}

/** Returns the requested scopes that exist at the requested resources. */
function grantableScopes({ params }: InteractionDetails): Scope[] {
  const paths = [params.resource ?? ''].flat().map((resource) => (/\/mcp\/*$/.test(String(resource)) ? '/mcp' : '/v1'))
  return parseScopes(String(params.scope ?? '')).filter((scope) =>
    paths.some((path) => scopesByPath[path].includes(scope)),
  )
}

const accessDenied = (error_description: string) => ({ error: 'access_denied', error_description })

/** Returns whether the client requires a sign-in newer than the session's (`prompt=login` or `max_age`). */
function requiresReauthentication(details: InteractionDetails, person: BrowserSession): boolean {
  const { reasons } = details.prompt
  if (!reasons.includes('login_prompt') && !reasons.includes('max_age')) return false
  return Math.floor(person.signedInAt.getTime() / 1000) < details.iat
}

function belongsToOtherOrganization(client: Client, session: BrowserSession): boolean {
  return (clientOrganizationId(client) ?? session.organizationId) !== session.organizationId
}

function presentConsentClient(client: Client): ConsentClient {
  const isDocument = (client as unknown as { clientIdMetadataDocument?: boolean }).clientIdMetadataDocument === true
  return {
    id: client.clientId,
    name: client.clientName || client.clientId,
    host: isDocument ? new URL(client.clientId).host : undefined,
    registeredBy: clientOrganizationId(client) !== undefined ? 'admin' : isDocument ? 'document' : 'itself',
  }
}
