import { z } from 'zod'
import { isTimeZone } from '../time-zone.ts'
import { emailAddress, principalNames, roles } from './people.ts'
import { scopes } from './scopes.ts'
import { boundedText, dateTimeText, integerText, maxPage, slugId, storableText } from './text.ts'

const name = boundedText(1, 200).refine((text) => text.trim() !== '', 'must not be blank')

/** A data source. `readers` and `writers` are `everyone`, `user:EMAIL` or `group:NAME`. */
export const dataSource = z
  .object({
    id: z.string().describe('The rootId to index under'),
    name: z.string(),
    readers: z.array(z.string()).describe('Who can find its items'),
    writers: z.array(z.string()).describe('Who can index and delete items'),
    itemCount: z.int().min(0),
    lastIndexedAt: z.string().nullable(),
    createdAt: z.string(),
    mayRead: z.boolean().describe('Admins also manage data sources that they cannot read'),
    mayWrite: z.boolean(),
  })
  .meta({ id: 'DataSource' })

export type DataSourceBody = z.infer<typeof dataSource>

export const dataSourceList = z.object({ dataSources: z.array(dataSource) }).meta({ id: 'DataSourceList' })

export const newDataSource = z
  .strictObject({
    id: slugId().optional().describe('Absent: generated'),
    name,
    readers: principalNames.min(1, 'must name somebody').describe('everyone, user:EMAIL, group:NAME'),
    writers: principalNames.describe('everyone, user:EMAIL, group:NAME'),
  })
  .meta({ id: 'NewDataSource' })

export const dataSourceChange = z
  .strictObject({
    name: name.optional(),
    readers: principalNames.min(1, 'must name somebody').optional(),
    writers: principalNames.optional(),
  })
  .meta({ id: 'DataSourceChange' })

export const itemQuery = z.object({
  query: storableText().max(200, 'must have at most 200 characters').default('').describe('Part of the title'),
  page: integerText(0, maxPage).default(0),
  hitsPerPage: integerText(1, 100).default(50),
})

export const itemPage = z
  .object({
    total: z.int().min(0),
    page: z.int().min(0),
    nbPages: z.int().min(0),
    items: z.array(
      z.object({
        id: z.string(),
        documentId: z.string().describe('Id for /documents/{id}'),
        title: z.string(),
        url: z.string(),
        updatedAt: z.string(),
        indexedAt: z.string(),
      }),
    ),
  })
  .meta({ id: 'ItemPage' })

/** When digests are delivered, in local time: the hour stays the same across daylight saving changes. */
export const digestTimes = z
  .strictObject({
    days: z
      .array(z.int('must be 1 (Monday) to 7 (Sunday)').min(1).max(7))
      .min(1, 'must name a day')
      .max(7)
      .refine((days) => new Set(days).size === days.length, 'must name each day once')
      .describe('1 is Monday, 7 is Sunday'),
    hour: z.int('must be a whole number from 0 to 23').min(0).max(23),
    timeZone: boundedText(1, 64)
      .refine(isTimeZone, 'must be a time zone such as Europe/Berlin')
      .describe('An IANA name'),
  })
  .meta({ id: 'DigestTimes' })

const byEmail = z.boolean('must be true or false').describe('Each digest is also sent to your e-mail address')

export const newSubscription = z
  .strictObject({
    byEmail: byEmail.default(false),
    webhookUrl: boundedText(1, 2048)
      .nullable()
      .default(null)
      .describe('Address that each digest is also posted to, signed like callbacks'),
  })
  .meta({ id: 'NewDigestSubscription' })

export const subscription = z.object({ webhookUrl: z.string().nullable(), byEmail }).meta({ id: 'DigestSubscription' })

export const assistant = z
  .object({
    id: z.string(),
    name: z.string(),
    instructions: z.string(),
    audience: z.array(z.string()).describe('Who can use it'),
    scope: z
      .object({
        notes: z.array(z.object({ id: z.string(), title: z.string() })),
        dataSources: z.array(z.object({ id: z.string(), name: z.string() })),
        hidden: z.int().min(0).describe('Number of entries that you cannot see'),
      })
      .nullable()
      .describe('Null: everything that the asker can see'),
    language: z.string().nullable(),
    digestDays: z.int(),
    digestSchedule: digestTimes.nullable().describe('When digests are delivered to subscribers'),
    subscription: z
      .object({ webhookUrl: z.string().nullable(), byEmail })
      .nullable()
      .describe('Your own; null: you are not subscribed'),
    createdAt: z.string(),
    updatedAt: z.string(),
    mayUse: z.boolean().describe('Admins also manage assistants that they cannot use'),
  })
  .meta({ id: 'Assistant' })

export type AssistantBody = z.infer<typeof assistant>

export const assistantList = z.object({ assistants: z.array(assistant) }).meta({ id: 'AssistantList' })

const assistantFields = {
  name,
  instructions: storableText().max(8000, 'must have at most 8000 characters'),
  audience: principalNames.min(1, 'must name somebody'),
  scope: z
    .strictObject({
      notes: z.array(boundedText(1, 256)).max(500).describe('Ids; each includes its subpages'),
      dataSources: z.array(boundedText(1, 256)).max(500),
    })
    .nullable(),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, 'must be a language code of two letters')
    .nullable(),
  digestDays: z
    .int('must be a whole number from 1 to 366')
    .min(1, 'must be a whole number from 1 to 366')
    .max(366, 'must be a whole number from 1 to 366'),
  digestSchedule: digestTimes.nullable(),
}

export const newAssistant = z
  .strictObject({
    id: slugId().optional().describe('Absent: generated'),
    ...assistantFields,
    instructions: assistantFields.instructions.default(''),
    scope: assistantFields.scope.default(null),
    language: assistantFields.language.default(null),
    digestDays: assistantFields.digestDays.default(7),
    digestSchedule: assistantFields.digestSchedule.default(null),
  })
  .meta({ id: 'NewAssistant' })

export const assistantChange = z.strictObject(assistantFields).partial().meta({ id: 'AssistantChange' })

const role = z.enum(roles, { error: `must be one of ${roles.join(', ')}` })

export const member = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(roles),
    groups: z.array(z.object({ id: z.string(), name: z.string() })),
    createdAt: z.string(),
    disabledAt: z.string().nullable(),
  })
  .meta({ id: 'Member' })

export type MemberBody = z.infer<typeof member>

export const memberQuery = z.object({
  query: storableText().max(200, 'must have at most 200 characters').default(''),
  page: integerText(0, maxPage).default(0),
})

export const memberList = z.object({ members: z.array(member), hasNextPage: z.boolean() }).meta({ id: 'MemberList' })

export const newMember = z
  .strictObject({ email: emailAddress, name, role: role.default('member') })
  .meta({ id: 'NewMember' })

export const memberChange = z
  .strictObject({ name: name.optional(), role: role.optional(), disabled: z.boolean().optional() })
  .meta({ id: 'MemberChange' })

/** The password is returned only here; the service stores its hash. */
export const memberWithPassword = z
  .object({ member, password: z.string().describe('Temporary password; shown only once') })
  .meta({ id: 'MemberWithPassword' })

const groupDescription = boundedText(0, 2000).describe('What the group is for')

export const newGroup = z
  .strictObject({
    name,
    description: groupDescription.default(''),
    memberIds: z.array(boundedText(1, 256)).max(10_000).default([]),
  })
  .meta({ id: 'NewGroup' })

const groupMemberIds = z.array(boundedText(1, 256)).max(10_000)

export const groupChange = z
  .strictObject({
    name: name.optional(),
    description: groupDescription.optional(),
    memberIds: groupMemberIds.optional().describe('All members from now on'),
    addMemberIds: groupMemberIds.optional().describe('Members to add; the others stay'),
    removeMemberIds: groupMemberIds.optional().describe('Members to remove; the others stay'),
  })
  .meta({ id: 'GroupChange' })

export const managedGroup = z
  .object({ id: z.string(), name: z.string(), description: z.string(), memberIds: z.array(z.string()) })
  .meta({ id: 'ManagedGroup' })

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
    name,
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
    name,
    redirectUris: z.array(boundedText(1, 2048)).min(1, 'must have an address').max(20),
    kind: z.enum(['confidential', 'public']).default('public'),
  })
  .meta({ id: 'NewOAuthClient' })
export const createdOauthClient = z
  .object({ client: oauthClient, secret: z.string().nullable().describe('Shown only once') })
  .meta({ id: 'CreatedOAuthClient' })

export const organization = z
  .object({
    id: z.string(),
    name: z.string(),
    domain: z.string(),
    askEnabled: z.boolean(),
    writtenBy: z.string().nullable().describe('The language model that writes answers; null: they are quoted'),
    canSendEmail: z.boolean().describe('Whether the service has a mail server'),
  })
  .meta({ id: 'Organization' })

export const organizationChange = z
  .strictObject({ name: name.optional(), askEnabled: z.boolean().optional() })
  .meta({ id: 'OrganizationChange' })

export const serviceState = z
  .object({
    database: z.enum(['embedded', 'postgres']),
    embedding: z
      .object({ model: z.string(), dimensions: z.int(), place: z.enum(['local', 'remote']) })
      .nullable()
      .describe('Null: search uses words only'),
    chat: z
      .object({ model: z.string(), host: z.string() })
      .nullable()
      .describe('Null: answers are quoted from the notes'),
    mail: z.object({ host: z.string(), from: z.string() }).nullable().describe('Null: the service sends no e-mail'),
    limits: z.object({ asksPerMinute: z.int(), indexPerMinute: z.int(), maxBodyBytes: z.int() }),
  })
  .meta({ id: 'ServiceState' })

const modelTrialResult = z
  .object({ ok: z.boolean(), ms: z.int(), message: z.string() })
  .nullable()
  .describe('Null: there is no such model')

export const mailTrial = z.object({ ok: z.boolean(), ms: z.int(), message: z.string() }).meta({ id: 'MailTrial' })

export const modelTrial = z.object({ embedding: modelTrialResult, chat: modelTrialResult }).meta({ id: 'ModelTrial' })
