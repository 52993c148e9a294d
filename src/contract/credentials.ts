import { z } from 'zod'
import { scopes } from './scopes.ts'
import { boundedText, dateTimeText, nameText } from './text.ts'

/** The scopes of a key, at least one. */
export const scopeList = z
  .array(z.enum(scopes, { error: `must be one of ${scopes.join(', ')}` }), 'must be a list of scopes')
  .min(1, 'must name a scope')
  .max(scopes.length)

const revokeApiKeys = z.boolean('must be true or false').default(false)

export const passwordChange = z
  .strictObject({
    currentPassword: boundedText(1, 1024),
    newPassword: boundedText(8, 1024),
    revokeApiKeys: revokeApiKeys.describe('Also revoke all your API keys'),
  })
  .meta({ id: 'PasswordChange' })

export const passwordReset = z
  .strictObject({ revokeApiKeys: revokeApiKeys.describe('Also revoke all API keys of the member') })
  .meta({ id: 'PasswordReset' })

export const apiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    hint: z.string().describe('Its first and last characters'),
    scopes: z.array(z.enum(scopes)),
    createdAt: z.string(),
    expiresAt: z.string().nullable().describe('Null: never'),
    lastUsedAt: z.string().nullable(),
  })
  .meta({ id: 'ApiKey' })

export type ApiKeyBody = z.infer<typeof apiKey>

export const apiKeyList = z.object({ apiKeys: z.array(apiKey) }).meta({ id: 'ApiKeyList' })
export const newApiKey = z
  .strictObject({
    name: nameText(),
    scopes: scopeList.optional().describe('Absent: every scope of your credential but admin'),
    expiresAt: dateTimeText().nullish().describe('Absent or null: never'),
  })
  .meta({ id: 'NewApiKey' })
export const createdApiKey = z
  .object({ apiKey, key: z.string().describe('Shown only once') })
  .meta({ id: 'CreatedApiKey' })

export const oauthClient = z
  .object({
    id: z.string(),
    name: z.string(),
    redirectUris: z.array(z.string()),
    kind: z.enum(['confidential', 'public']),
    createdAt: z.string(),
  })
  .meta({ id: 'OAuthClient' })

export const oauthClientList = z.object({ clients: z.array(oauthClient) }).meta({ id: 'OAuthClientList' })
export const newOauthClient = z
  .strictObject({
    name: nameText(),
    redirectUris: z.array(boundedText(1, 2048)).min(1, 'must have an address').max(20),
    kind: z.enum(['confidential', 'public']).default('public'),
  })
  .meta({ id: 'NewOAuthClient' })
export const createdOauthClient = z
  .object({ client: oauthClient, secret: z.string().nullable().describe('Shown only once') })
  .meta({ id: 'CreatedOAuthClient' })
