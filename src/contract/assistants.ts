import { z } from 'zod'
import { digestTimes, subscription } from './inbox.ts'
import { principalNames } from './people.ts'
import { boundedText, nameText, slugId, storableText } from './text.ts'

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
    subscription: z.object(subscription.shape).nullable().describe('Your own; null: you are not subscribed'),
    createdAt: z.string(),
    updatedAt: z.string(),
    mayUse: z.boolean().describe('Admins also manage assistants that they cannot use'),
  })
  .meta({ id: 'Assistant' })

export type AssistantBody = z.infer<typeof assistant>

export const assistantList = z.object({ assistants: z.array(assistant) }).meta({ id: 'AssistantList' })

const assistantFields = {
  name: nameText(),
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
