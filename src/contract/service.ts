import { z } from 'zod'
import { nameText } from './text.ts'

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
  .strictObject({ name: nameText().optional(), askEnabled: z.boolean().optional() })
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
