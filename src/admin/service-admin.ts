import type { z } from 'zod'
import type { Caller } from '../access/caller.ts'
import type { Config } from '../config.ts'
import type { mailTrial, modelTrial, serviceState } from '../contract/service.ts'
import { AppError } from '../errors.ts'
import { renderMail } from '../mail/mail-layout.ts'
import { MailError, type Mailer } from '../mail/mailer.ts'
import type { FindChat } from '../models/chat.ts'
import type { Embedder } from '../models/embedder.ts'
import type { Database } from '../storage/database.ts'
import type { LlmSettings } from './llm-settings.ts'

export type ServiceAdmin = ReturnType<typeof createServiceAdmin>

type ModelTrial = z.infer<typeof modelTrial>

const modelTrialTimeoutMs = 30_000

/** Describes the models and limits of the service, and tests whether the models respond. */
export function createServiceAdmin({
  config,
  database,
  embedder,
  llmSettings,
  findChat,
  mailer,
}: {
  config: Config
  database: Database
  embedder: Embedder | undefined
  llmSettings: LlmSettings
  findChat: FindChat
  mailer: Mailer | undefined
}) {
  return {
    async read(organizationId: string): Promise<z.infer<typeof serviceState>> {
      const { model, baseUrl } = await llmSettings.read(organizationId)
      return {
        database: database.engine === 'pglite' ? 'embedded' : 'postgres',
        embedding: embedder
          ? {
              model: embedder.name,
              dimensions: embedder.dimensions,
              place: config.embeddings ? 'remote' : 'local',
            }
          : null,
        chat: model && baseUrl ? { model, host: new URL(baseUrl).host } : null,
        mail: mailer ? { host: mailer.host, from: mailer.from } : null,
        limits: {
          asksPerMinute: config.askPerMinute,
          indexPerMinute: config.indexPerMinute,
          maxBodyBytes: config.maxBodyBytes,
        },
      }
    },

    /** Sends a test message to the caller. */
    async tryMail({ name, email }: Pick<Caller, 'name' | 'email'>): Promise<z.infer<typeof mailTrial>> {
      if (!mailer) throw new AppError('conflict', 'This service has no mail server. Set SMTP_URL and MAIL_FROM.')
      const heading = 'Test message from Lorewell'
      const paragraphs = ['The mail server works: Lorewell can send invitations, password links and digests.']
      const footer = 'An admin pressed “Send test message”.'
      const message = { to: { name, address: email }, subject: heading, ...renderMail({ heading, paragraphs, footer }) }
      return runTrial(async () => {
        await mailer.send(message)
        return `The mail server took the message to ${email}.`
      }, describeMailFailure)
    },

    async tryModels(organizationId: string): Promise<ModelTrial> {
      const chat = await findChat(organizationId)
      return {
        embedding: embedder
          ? await tryModel(async (signal) => {
              const [vector] = await embedder.embed(['A short text to try the model with.'], { signal })
              return `${vector?.length ?? 0} dimensions`
            })
          : null,
        chat: chat
          ? await tryModel(async (signal) => {
              let text = ''
              const input = {
                system: 'Answer with one word.',
                messages: [{ role: 'user' as const, content: 'Say hello.' }],
                maxOutputTokens: 64,
                signal,
              }
              for await (const part of chat.stream(input)) text += part
              return text.trim().slice(0, 200)
            })
          : null,
      }
    },
  }
}

function tryModel(work: (signal: AbortSignal) => Promise<string>): Promise<Trial> {
  return runTrial(() => work(AbortSignal.timeout(modelTrialTimeoutMs)), describeModelFailure)
}

interface Trial {
  ok: boolean
  ms: number
  message: string
}

/** Runs something that can fail, and measures how long it takes. */
async function runTrial(work: () => Promise<string>, describeFailure: (error: unknown) => string): Promise<Trial> {
  const startedAt = performance.now()
  const toResult = (ok: boolean, message: string) => ({
    ok,
    ms: Math.round(performance.now() - startedAt),
    message,
  })
  try {
    return toResult(true, await work())
  } catch (error) {
    return toResult(false, describeFailure(error))
  }
}

// Only messages of our own are shown: others can contain addresses or keys.

function describeMailFailure(error: unknown): string {
  return error instanceof MailError ? error.message : 'The message could not be sent.'
}

function describeModelFailure(error: unknown): string {
  return error instanceof AppError ? error.message : 'The model did not respond. See the server log for the reason.'
}
