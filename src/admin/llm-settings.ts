import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { validationMessage } from '../contract/errors.ts'
import type { LlmSettingsBody, LlmSettingsChange } from '../contract/llm-settings.ts'
import { AppError, truncateValue } from '../errors.ts'
import type { SecretEncryption } from '../identity/secret-encryption.ts'
import type { ChatProvider, ChatSettings } from '../models/chat.ts'
import { providerOf } from '../models/chat-provider.ts'
import { type AddressGuard, notPublicMessage } from '../net/address-guard.ts'
import { httpsProblem } from '../net/guarded-agent.ts'
import type { Database } from '../storage/database.ts'
import { withoutTrailingSlashes } from '../trailing-slashes.ts'

/** The language model of an organization. */
export interface LlmInUse {
  origin: 'environment' | 'settings'
  /** Returns undefined if the stored key cannot be decrypted. */
  openSettings(): Promise<ChatSettings | undefined>
  prices: Prices
  /** Differs after every change. */
  version: string
}

export interface Prices {
  inputPrice: number | null
  outputPrice: number | null
}

interface Row {
  provider: ChatProvider
  base_url: string
  model: string
  api_key: string | null
  input_price: number | null
  output_price: number | null
  updated_at: Date
}

export type LlmSettings = ReturnType<typeof createLlmSettings>

/**
 * Stores the language model that admins set up in the app. Reads it from the database for each question, so a change
 * applies at once and on all nodes. Environment variables win. The API key is encrypted and never returned.
 */
export function createLlmSettings({
  config,
  database,
  encryption,
  guard,
  guardedFetch,
  fetch,
  now,
}: {
  config: Pick<Config, 'llm'>
  database: Database
  encryption: SecretEncryption
  /** Checks the addresses that admins enter. */
  guard: AddressGuard
  guardedFetch: typeof globalThis.fetch
  /** For the address in the environment. */
  fetch: typeof globalThis.fetch
  now: () => Date
}) {
  const readRow = async (organizationId: string): Promise<Row | undefined> => {
    const { rows } = await sql<Row>`
      select provider, base_url, model, api_key, input_price, output_price, updated_at
      from llm_setting where org_id = ${organizationId}`.execute(database.unrestricted)
    return rows[0]
  }

  const decryptKey = (organizationId: string, { api_key: encrypted }: Row) =>
    encrypted === null ? '' : encryption.decrypt(encrypted, keyPurpose(organizationId))

  /** Returns the key to use with an address: a stored key goes only to the server that it was entered for. */
  async function keyFor(organizationId: string, baseUrl: string, given: string | null | undefined): Promise<string> {
    if (given !== undefined) return given ?? ''
    const row = await readRow(organizationId)
    if (row === undefined || row.api_key === null) return ''
    const key = isSameServer(row.base_url, baseUrl) ? await decryptKey(organizationId, row) : undefined
    if (key === undefined) throw fieldError('apiKey', 'must be entered again for this address')
    return key
  }

  return {
    async find(organizationId: string): Promise<LlmInUse | undefined> {
      if (config.llm) {
        const settings = { ...config.llm, fetch }
        return { origin: 'environment', openSettings: async () => settings, prices: noPrices, version: 'environment' }
      }
      const row = await readRow(organizationId)
      if (!row) return undefined
      return {
        origin: 'settings',
        async openSettings() {
          const apiKey = await decryptKey(organizationId, row)
          const { provider, base_url: baseUrl, model } = row
          return apiKey === undefined ? undefined : { provider, baseUrl, model, apiKey, fetch: guardedFetch }
        },
        prices: pricesOf(row),
        version: JSON.stringify(row),
      }
    },

    async read(organizationId: string): Promise<LlmSettingsBody> {
      if (config.llm) return presentEnvironment(config.llm)
      const row = await readRow(organizationId)
      return row ? presentRow(row, (await decryptKey(organizationId, row)) !== undefined) : noModel
    },

    /** Returns the checked settings that an admin entered, with the stored key if they entered none. */
    async check(
      organizationId: string,
      { provider, baseUrl: given, model, apiKey: givenKey }: LlmSettingsChange,
    ): Promise<ChatSettings> {
      const baseUrl = withoutTrailingSlashes(given.trim())
      const problem = await baseUrlProblem(guard, baseUrl)
      if (problem) throw fieldError('baseUrl', problem, given)
      const apiKey = await keyFor(organizationId, baseUrl, givenKey)
      return { provider, baseUrl, model: model.trim(), apiKey, fetch: guardedFetch }
    },

    async save(organizationId: string, change: LlmSettingsChange): Promise<LlmSettingsBody> {
      requireNoEnvironment(config)
      const { baseUrl, model, apiKey } = await this.check(organizationId, change)
      const encrypted = apiKey ? await encryption.encrypt(apiKey, keyPurpose(organizationId)) : null
      const { provider, inputPrice = null, outputPrice = null } = change
      await sql`
        insert into llm_setting (org_id, provider, base_url, model, api_key, input_price, output_price, updated_at)
        values (${organizationId}, ${provider}, ${baseUrl}, ${model}, ${encrypted}, ${inputPrice}, ${outputPrice}, ${now()})
        on conflict (org_id) do update set provider = excluded.provider, base_url = excluded.base_url,
          model = excluded.model, api_key = excluded.api_key, input_price = excluded.input_price,
          output_price = excluded.output_price, updated_at = excluded.updated_at`.execute(database.unrestricted)
      return this.read(organizationId)
    },

    async remove(organizationId: string): Promise<void> {
      requireNoEnvironment(config)
      await sql`delete from llm_setting where org_id = ${organizationId}`.execute(database.unrestricted)
    },
  }
}

const noPrices: Prices = { inputPrice: null, outputPrice: null }

const noModel: LlmSettingsBody = {
  ...{ origin: 'none', variables: [], provider: null, baseUrl: null, model: null, ...noPrices },
  ...{ hasApiKey: false, isApiKeyReadable: true, updatedAt: null },
}

const keyPurpose = (organizationId: string) => `llm_setting.api_key of ${organizationId}`

const pricesOf = (row: Row): Prices => ({ inputPrice: row.input_price, outputPrice: row.output_price })

const isSameServer = (one: string, other: string) => URL.parse(one)?.origin === URL.parse(other)?.origin

function presentEnvironment({ baseUrl, model, apiKey }: NonNullable<Config['llm']>): LlmSettingsBody {
  const url = new URL(baseUrl)
  url.username = ''
  url.password = ''
  return {
    ...noModel,
    origin: 'environment',
    variables: ['LLM_BASE_URL', 'LLM_MODEL', ...(apiKey ? ['LLM_API_KEY'] : [])],
    provider: providerOf(baseUrl),
    baseUrl: withoutTrailingSlashes(`${url.origin}${url.pathname}`),
    model,
    hasApiKey: apiKey !== '',
  }
}

function presentRow(row: Row, isApiKeyReadable: boolean): LlmSettingsBody {
  return {
    origin: 'settings',
    variables: [],
    provider: row.provider,
    baseUrl: row.base_url,
    model: row.model,
    hasApiKey: row.api_key !== null,
    isApiKeyReadable,
    ...pricesOf(row),
    updatedAt: row.updated_at.toISOString(),
  }
}

function requireNoEnvironment({ llm }: Pick<Config, 'llm'>): void {
  if (llm)
    throw new AppError(
      'conflict',
      'The language model is set by LLM_BASE_URL on the server. To set it up here, remove the variable and restart.',
    )
}

/** Returns the reason to reject a base URL, worded to follow a field name. */
async function baseUrlProblem(guard: AddressGuard, baseUrl: string): Promise<string | undefined> {
  const problem = await guard.validateUrl(baseUrl)
  const url = URL.parse(baseUrl)
  if (!url) return problem
  const { hostname, port, protocol, search, hash } = url
  const entry = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
  if (problem === notPublicMessage)
    return `${problem}. For a server on this machine or in your network, the operator adds ${entry} to LLM_ALLOW; link-local addresses and metadata services stay refused`
  return problem ?? (search || hash ? 'must not contain ? or #' : httpsProblem(guard, url))
}

function fieldError(field: string, message: string, value?: string): AppError {
  const shown = value === undefined ? {} : { value: truncateValue(value) }
  return new AppError('validation', validationMessage, { details: { [field]: { message, ...shown } } })
}
