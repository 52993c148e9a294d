import { z } from 'zod'
import { boundedText, nameText, storableText } from './text.ts'

export const chatProviders = ['openai-compatible', 'anthropic'] as const

const price = z
  .number('must be a number')
  .min(0, 'must not be negative')
  .max(1_000_000, 'must be at most 1000000')
  .nullable()

const fields = {
  provider: z.enum(chatProviders, { error: `must be one of ${chatProviders.join(', ')}` }),
  baseUrl: boundedText(1, 2048).describe('Address of the API, such as https://api.openai.com/v1'),
  model: nameText().describe('Name of the model on that server'),
  apiKey: boundedText(1, 4096)
    .refine((text) => /^[\x21-\x7e]+$/.test(text), 'must have no spaces, line breaks or special characters')
    .nullable()
    .optional()
    .describe('Never returned. Absent: the stored key, which works only for the same server; null: none'),
  inputPrice: price.optional().describe('US dollars per million input tokens'),
  outputPrice: price.optional().describe('US dollars per million output tokens'),
}

export const llmSettingsChange = z.strictObject(fields).meta({ id: 'LanguageModelChange' })

export type LlmSettingsChange = z.infer<typeof llmSettingsChange>

/** The language model in use. The key is never part of it. */
export const llmSettings = z
  .object({
    origin: z
      .enum(['environment', 'settings', 'none'])
      .describe('Environment variables of the server, which win; the settings of the organization; or none'),
    variables: z
      .array(z.string())
      .describe('The environment variables that are set; empty: the settings can be changed'),
    provider: z.enum(chatProviders).nullable(),
    baseUrl: z.string().nullable(),
    model: z.string().nullable(),
    hasApiKey: z.boolean(),
    isApiKeyReadable: z
      .boolean()
      .describe('False: the key was encrypted with another key of the server and must be entered again'),
    inputPrice: z.number().nullable(),
    outputPrice: z.number().nullable(),
    updatedAt: z.string().nullable(),
  })
  .meta({ id: 'LanguageModel' })

export type LlmSettingsBody = z.infer<typeof llmSettings>

export const llmTrialRequest = z
  .strictObject({
    ...z.strictObject(fields).partial().shape,
    question: storableText()
      .max(4000, 'must have at most 4000 characters')
      .optional()
      .describe('Absent: a question about a document that you can see'),
  })
  .meta({ id: 'LanguageModelTrialRequest' })

export type LlmTrialRequest = z.infer<typeof llmTrialRequest>

export const llmFailures = [
  'key-rejected',
  'model-unknown',
  'address-wrong',
  'unreachable',
  'timeout',
  'limit-reached',
  'failed',
] as const

export const llmTrial = z
  .object({
    ok: z.boolean(),
    question: z.string(),
    answer: z.string().nullable().describe('As people would get it; null: the model failed'),
    mode: z
      .enum(['written', 'quoted', 'refused'])
      .nullable()
      .describe('Written by the model; quoted or refused, because nothing that it wrote was supported'),
    failure: z.enum(llmFailures).nullable(),
    message: z.string().nullable().describe('What the server said, or why it could not be reached'),
    ms: z.int().describe('Time of the whole answer, in milliseconds'),
    inputTokens: z.int().nullable().describe('Null: the server does not report it'),
    outputTokens: z.int().nullable(),
    cost: z.number().nullable().describe('US dollars for this answer; null without prices or tokens'),
  })
  .meta({ id: 'LanguageModelTrial' })

export type LlmTrial = z.infer<typeof llmTrial>
