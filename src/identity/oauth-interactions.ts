import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Client, Provider } from 'oidc-provider'
import type { Database } from '../storage/database.ts'
import { toAccountId } from './account-id.ts'
import type { BrowserSession } from './browser-sessions.ts'
import { organizationMetadataKey } from './oauth-clients.ts'

/** What the authorization server waits for. */
type Interaction =
  | { step: 'sign-in'; email?: string }
  | { step: 'consent'; client: ConsentClient; redirectUri: string; person: BrowserSession }

export interface ConsentClient {
  id: string
  name: string
  /** Where the client says that it lives, where that was checked: the host of its metadata document. */
  host: string | undefined
  /** Who vouches for it: an admin of the organization, its own document, or nobody. */
  registeredBy: 'admin' | 'document' | 'itself'
}

export interface Interactions {
  /** What is asked, or undefined where this browser has nothing open. Goes on by itself where nothing is to ask. */
  current(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Interaction | { goTo: string } | undefined>
  /** The address to go on at. */
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
  const detailsOf = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      return await provider.interactionDetails(request, response)
    } catch (error) {
      if (error instanceof Error && error.name === 'SessionNotFound') return undefined
      throw error
    }
  }

  const clientOf = async (details: InteractionDetails): Promise<Client | undefined> =>
    provider.Client.find(String(details.params.client_id))

  const finish = (
    request: IncomingMessage,
    response: ServerResponse,
    result: Parameters<Provider['interactionResult']>[2],
  ) => provider.interactionResult(request, response, result, { mergeWithLastSubmission: true })

  const current: Interactions['current'] = async (request, response) => {
    const details = await detailsOf(request, response)
    if (!details) return undefined
    const person = await findSession(request)
    if (!person || (details.prompt.name === 'login' && requiresReauthentication(details, person))) {
      const hint = details.params.login_hint
      return { step: 'sign-in', ...(typeof hint === 'string' ? { email: hint } : {}) }
    }
    const client = await clientOf(details)
    if (!client) return undefined
    if (belongsToOtherOrganization(client, person)) {
      return {
        goTo: await finish(request, response, accessDenied('this client belongs to another organization')),
      }
    }
    const accountId = toAccountId(person)
    if (details.prompt.name === 'login' || details.session?.accountId !== accountId) {
      await forgetOther(details, accountId)
      const ts = Math.floor(person.signedInAt.getTime() / 1000)
      return { goTo: await finish(request, response, { login: { accountId, ts } }) }
    }
    return {
      step: 'consent',
      client: presentConsentClient(client),
      redirectUri: String(details.params.redirect_uri),
      person,
    }
  }

  /** The authorization server remembers somebody else in this browser: that ends here. */
  const forgetOther = async (details: InteractionDetails, accountId: string): Promise<void> => {
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
      const asked = await current(request, response)
      const details = await detailsOf(request, response)
      if (!asked || !details || !('step' in asked) || asked.step !== 'consent') return undefined
      const accountId = toAccountId(asked.person)
      const known = details.grantId ? await provider.Grant.find(details.grantId) : undefined
      const grant = known ?? new provider.Grant({ accountId, clientId: String(details.params.client_id) })
      const { missingOIDCScope, missingResourceScopes } = details.prompt.details as {
        missingOIDCScope?: string[]
        missingResourceScopes?: Record<string, string[]>
      }
      if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(' '))
      for (const [resource, scopes] of Object.entries(missingResourceScopes ?? {}))
        grant.addResourceScope(resource, scopes.join(' '))
      const grantId = await grant.save()
      return finish(request, response, { consent: details.grantId ? {} : { grantId } })
    },

    async deny(request, response) {
      if (!(await detailsOf(request, response))) return undefined
      return finish(request, response, accessDenied('the person said no'))
    },
  }
}

const accessDenied = (error_description: string) => ({ error: 'access_denied', error_description })

/** The client wants the password typed for this very request, or the sign-in is older than it accepts. */
function requiresReauthentication(details: InteractionDetails, person: BrowserSession): boolean {
  const { reasons } = details.prompt
  if (!reasons.includes('login_prompt') && !reasons.includes('max_age')) return false
  return Math.floor(person.signedInAt.getTime() / 1000) < details.iat
}

function belongsToOtherOrganization(client: Client, person: BrowserSession): boolean {
  const owner = (client as unknown as Record<string, unknown>)[organizationMetadataKey]
  return typeof owner === 'string' && owner !== person.organizationId
}

function presentConsentClient(client: Client): ConsentClient {
  const isDocument =
    (client as unknown as { clientIdMetadataDocument?: boolean }).clientIdMetadataDocument === true
  const isAdmins = typeof (client as unknown as Record<string, unknown>)[organizationMetadataKey] === 'string'
  return {
    id: client.clientId,
    name: client.clientName || client.clientId,
    host: isDocument ? new URL(client.clientId).host : undefined,
    registeredBy: isAdmins ? 'admin' : isDocument ? 'document' : 'itself',
  }
}
