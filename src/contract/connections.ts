import { z } from 'zod'
import { principalNames } from './people.ts'
import { boundedText, slugId } from './text.ts'

const settings = z
  .record(z.string(), z.unknown(), 'must be fields with values')
  .describe(
    'The fields of the kind. A secret that is absent stays as it is stored, as long as no other setting changes',
  )
const everyMinutes = z
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(44_640, 'must be at most 44640')
  .nullable()
  .describe('Minutes between two runs; null: on request only')
const name = boundedText(1, 256)
const kind = boundedText(1, 64).describe('The kind of origin')

export const connectionKinds = z
  .object({
    kinds: z.array(
      z.object({
        kind: z.string(),
        name: z.string(),
        description: z.string(),
        settings: z.record(z.string(), z.unknown()).describe('JSON Schema; secrets are marked as writeOnly'),
        secrets: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'ConnectionKinds' })

export type ConnectionKinds = z.infer<typeof connectionKinds>

export const connection = z
  .object({
    id: z.string(),
    kind: z.string(),
    name: z.string(),
    rootId: z.string().describe('Its data source'),
    settings: z.record(z.string(), z.unknown()).describe('Without secrets'),
    secrets: z.array(z.string()).describe('Names of the secrets that are stored'),
    areSecretsReadable: z.boolean().describe('False: they were encrypted with another key and must be entered again'),
    everyMinutes: z.int().nullable(),
    state: z.enum(['idle', 'waiting', 'running']),
    outcome: z.enum(['done', 'failed', 'cancelled']).nullable().describe('Of the last run'),
    lastError: z
      .string()
      .nullable()
      .describe('Why the last run failed; with the outcome `done`, why it removed nothing and may lack items'),
    startedAt: z.string().nullable(),
    finishedAt: z.string().nullable(),
    nextRunAt: z.string().nullable(),
    counts: z
      .object({ listed: z.int(), added: z.int(), changed: z.int(), removed: z.int() })
      .describe('Of the current run, or the last one'),
    heldRemovals: z
      .int()
      .describe('Items that the origin suddenly no longer lists; they are kept until a run with allowRemovals'),
    problemCount: z.int(),
    problems: z
      .array(z.object({ id: z.string(), title: z.string(), reason: z.string() }))
      .describe('The first items without text, with the reason'),
    createdAt: z.string(),
  })
  .meta({ id: 'Connection' })

export type ConnectionBody = z.infer<typeof connection>

export const connectionList = z.object({ connections: z.array(connection) }).meta({ id: 'ConnectionList' })

export const newConnection = z
  .strictObject({
    id: slugId().optional(),
    kind,
    name,
    settings,
    everyMinutes: everyMinutes.default(60),
    rootId: boundedText(1, 256).optional().describe('A data source that exists; absent: a new one with the name'),
    readers: principalNames.optional().describe('Who can see the items of a new data source; absent: everyone'),
  })
  .meta({ id: 'NewConnection' })

export type NewConnection = z.infer<typeof newConnection>

export const connectionChange = z
  .strictObject({ name: name.optional(), settings: settings.optional(), everyMinutes: everyMinutes.optional() })
  .meta({ id: 'ConnectionChange' })

export type ConnectionChange = z.infer<typeof connectionChange>

export const connectionTrialRequest = z
  .strictObject({ kind, settings, id: boundedText(1, 256).optional().describe('A connection whose secrets are used') })
  .meta({ id: 'ConnectionTrialRequest' })

export type ConnectionTrialRequest = z.infer<typeof connectionTrialRequest>

export const connectionTrial = z
  .object({
    ok: z.boolean(),
    message: z.string().nullable().describe('Why the origin cannot be read'),
    items: z
      .array(
        z.object({
          id: z.string(),
          title: z.string(),
          url: z.string(),
          updatedAt: z.string(),
          readers: z.array(z.string()).nullable().describe('Null: everyone who can see the data source'),
        }),
      )
      .describe('The first ten'),
  })
  .meta({ id: 'ConnectionTrial' })

export type ConnectionTrial = z.infer<typeof connectionTrial>

export const syncRequest = z
  .strictObject({
    allowRemovals: z
      .boolean('must be true or false')
      .optional()
      .describe('Confirms that this run removes everything that the origin no longer lists'),
  })
  .meta({ id: 'SyncRequest' })
