import { z } from 'zod'
import { normalizeEmail, normalizeGroupName, normalizePrincipalName } from '../../access/normal-names.ts'
import { newConnection } from '../../contract/connections.ts'
import { scopeList } from '../../contract/credentials.ts'
import { digestTimes } from '../../contract/inbox.ts'
import { emailAddress } from '../../contract/people.ts'
import { boundedText, dateTimeText, storableText, urlText } from '../../contract/text.ts'
import { minPasswordLength } from '../../identity/passwords.ts'

const id = boundedText(1, 256)
const name = boundedText(1, 256)
const email = emailAddress.transform(normalizeEmail)
const listOf = <T extends z.ZodType>(item: T) => z.array(item, 'must be a list')
const strictEntry = <T extends z.ZodRawShape>(shape: T) => z.strictObject(shape, 'must be fields with values')

const principal = storableText()
  .regex(/^(everyone|user:.+|group:.+)$/, 'must be everyone, user:EMAIL or group:NAME')
  .transform(normalizePrincipalName)
const audience = listOf(principal)

/** The entries of the organization file; missing ids derive from the names. */
export const organizationSchema = strictEntry({
  id: id.optional(),
  name: name.optional(),
  domain: boundedText(0, 256).optional(),
  askEnabled: z.boolean('must be true or false').optional(),
}).transform((fields, context) => {
  const chosen = fields.id ?? slug(fields.name ?? '')
  if (chosen) return { ...fields, id: chosen }
  context.addIssue({ code: 'custom', message: 'needs an id or a name', path: ['id'] })
  return z.NEVER
})

export const userSchema = strictEntry({
  id: id.optional(),
  email,
  name: name.optional(),
  role: z.enum(['admin', 'member', 'viewer'], 'must be admin, member or viewer').default('member'),
  password: boundedText(minPasswordLength, 1024).optional(),
  apiKey: boundedText(16, 512)
    .regex(/^[\x21-\x7e]+$/, 'must be ASCII without spaces')
    .optional(),
  apiKeyScopes: scopeList.optional(),
}).refine(({ apiKey, apiKeyScopes }) => apiKey !== undefined || apiKeyScopes === undefined, {
  message: 'needs an apiKey',
  path: ['apiKeyScopes'],
})

export const groupSchema = strictEntry({
  id: id.optional(),
  name: name.transform(normalizeGroupName),
  members: listOf(email).default([]),
})

export const noteSchema = strictEntry({
  id: id.optional(),
  parent: id.nullish(),
  title: boundedText(1, 1024),
  content: storableText().default(''),
  type: z.enum(['markdown', 'html'], 'must be markdown or html').default('markdown'),
  audience: audience.nullish(),
  updatedAt: dateTimeText().optional(),
  url: urlText(2048).optional(),
}).transform(({ parent, audience, ...note }) => ({
  ...note,
  id: note.id ?? slug(note.title),
  parent: parent ?? undefined,
  audience: audience ?? undefined,
}))

export const dataSourceSchema = strictEntry({
  id: id.optional(),
  name: name.optional(),
  audience: audience.default(['everyone']),
  writers: audience.optional(),
}).transform((source, context) => {
  const chosen = source.id ?? slug(source.name ?? '')
  if (chosen) return { ...source, id: chosen, name: source.name ?? chosen }
  context.addIssue({ code: 'custom', message: 'needs an id or a name', path: ['id'] })
  return z.NEVER
})

export const assistantSchema = strictEntry({
  id: id.optional(),
  name,
  instructions: boundedText(0, 20_000).default(''),
  audience: audience.default(['everyone']),
  scope: strictEntry({ notes: listOf(id).optional(), dataSources: listOf(id).optional() }).optional(),
  language: boundedText(2, 35).optional(),
  digest: strictEntry({
    days: z.int('must be a whole number').min(1, 'must be at least 1').max(366, 'must be at most 366').default(7),
    schedule: digestTimes.optional(),
  }).optional(),
}).transform((assistant) => ({ ...assistant, id: assistant.id ?? slug(assistant.name) }))

const secretReference = strictEntry({
  env: boundedText(1, 256).optional(),
  file: boundedText(1, 4096).optional(),
}).refine(
  ({ env, file }) => (env === undefined) !== (file === undefined),
  'must be { env: VARIABLE } or { file: PATH }',
)

/** Secrets are named by the variable or file that has them, so that the file itself can be shared. */
export const connectionSchema = strictEntry({
  id: id.optional(),
  kind: newConnection.shape.kind,
  name: name.transform((text) => text.trim()),
  dataSource: id,
  settings: newConnection.shape.settings.default({}),
  secrets: z.record(z.string(), secretReference, 'must be fields with values').default({}),
  everyMinutes: newConnection.shape.everyMinutes,
}).transform((connection) => ({ ...connection, id: connection.id ?? slug(connection.name) }))

export type FileOrganization = z.infer<typeof organizationSchema>
export type FileUser = z.infer<typeof userSchema>
export type FileGroup = z.infer<typeof groupSchema>
export type FileNote = z.infer<typeof noteSchema>
export type FileDataSource = z.infer<typeof dataSourceSchema>
export type FileAssistant = z.infer<typeof assistantSchema>
export type FileConnection = z.infer<typeof connectionSchema>

/** Derives an id from a name: its letters and digits of any script. */
function slug(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 200)
}
