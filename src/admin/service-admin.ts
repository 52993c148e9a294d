import type { z } from 'zod'
import type { Config } from '../config.ts'
import type { modelTrial, serviceState } from '../contract/administration.ts'
import { AppError } from '../errors.ts'
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
}: {
  config: Config
  database: Database
  embedder: Embedder | undefined
  llmSettings: LlmSettings
  findChat: FindChat
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
        limits: {
          asksPerMinute: config.askPerMinute,
          indexPerMinute: config.indexPerMinute,
          maxBodyBytes: config.maxBodyBytes,
        },
      }
    },

    async tryModels(organizationId: string): Promise<ModelTrial> {
      const chat = await findChat(organizationId)
      return {
        embedding: embedder
          ? await runTrial(async (signal) => {
              const [vector] = await embedder.embed(['A short text to try the model with.'], { signal })
              return `${vector?.length ?? 0} dimensions`
            })
          : null,
        chat: chat
          ? await runTrial(async (signal) => {
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

async function runTrial(work: (signal: AbortSignal) => Promise<string>): Promise<ModelTrial['chat']> {
  const startedAt = performance.now()
  const toResult = (ok: boolean, message: string) => ({
    ok,
    ms: Math.round(performance.now() - startedAt),
    message,
  })
  try {
    return toResult(true, await work(AbortSignal.timeout(modelTrialTimeoutMs)))
  } catch (error) {
    // Only messages of our own: others can contain addresses or keys.
    return toResult(
      false,
      error instanceof AppError ? error.message : 'The model did not respond. See the server log for the reason.',
    )
  }
}
