import type { Config } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { providerOf } from '../../models/chat-provider.ts'
import type { Terminal } from '../terminal.ts'
import type { Finding } from './finding.ts'

const modelCheckTimeoutMs = 30_000

export async function checkEmbedding(
  { embeddings, modelDir }: Config,
  { fetch }: Pick<Terminal, 'fetch'>,
): Promise<Finding> {
  const part = 'embedding model'
  if (embeddings) {
    const { createRemoteEmbedder } = await import('../../models/remote-embedder.ts')
    const embedder = createRemoteEmbedder({ ...embeddings, fetch })
    try {
      const [vector] = await embedder.embed(['hello'], { signal: AbortSignal.timeout(modelCheckTimeoutMs) })
      return { part, state: 'well', says: `${embeddings.model} responds with ${vector?.length} dimensions` }
    } catch (error) {
      return {
        part,
        state: 'bad',
        says: `${embeddings.model} does not respond: ${describeModelError(error)}`,
        advice: `${checkVariables('EMBEDDINGS', embeddings.baseUrl)} Until then, search matches words only.`,
      }
    } finally {
      await embedder.close()
    }
  }
  const { createLocalEmbedder } = await import('../../models/local-embedder.ts')
  return checkLocalModel(part, 'Until then, search matches words only.', async () => {
    const embedder = await createLocalEmbedder({ modelDir, log: noopLogger })
    try {
      const [vector] = await embedder.embed(['hello'])
      return `${embedder.name}, ${vector?.length} dimensions, on this machine`
    } finally {
      await embedder.close()
    }
  })
}

export async function checkReader({ isReaderEnabled, modelDir }: Config): Promise<Finding> {
  const part = 'reader'
  if (!isReaderEnabled) return { part, state: 'note', says: 'off; answers are chosen by words and similarity' }
  const { createLocalReader } = await import('../../models/local-reader.ts')
  return checkLocalModel(part, 'Until then, answers are chosen by words and similarity.', async () => {
    const reader = createLocalReader({ modelDir, log: noopLogger })
    try {
      const passages = [{ context: '', sentences: ['Hello.'] }]
      await reader.read('hello?', passages)
      await reader.otherLanguages?.read('Hallo?', passages)
      return `${reader.name}, and another one for German, French and Spanish, on this machine`
    } finally {
      await reader.close()
    }
  })
}

async function checkLocalModel(part: string, consequence: string, use: () => Promise<string>): Promise<Finding> {
  try {
    return { part, state: 'well', says: await use() }
  } catch (error) {
    return { part, state: 'bad', says: `cannot be used: ${describeModelError(error)}`, advice: consequence }
  }
}

export async function checkChat({ llm, databaseUrl }: Config, fetch: typeof globalThis.fetch): Promise<Finding> {
  const part = 'language model'
  if (!llm) return checkStoredChats(part, databaseUrl)
  const { createChatModel } = await import('../../models/create-chat-model.ts')
  const chat = createChatModel({ ...llm, fetch })
  try {
    let text = ''
    for await (const delta of chat.stream({
      system: 'Answer with one word.',
      messages: [{ role: 'user', content: 'Say hello.' }],
      maxOutputTokens: 64,
      signal: AbortSignal.timeout(modelCheckTimeoutMs),
    }))
      text += delta
    return {
      part,
      state: 'well',
      says: `${llm.model} responds (${text.length} characters); it writes the answers, checked against the notes`,
    }
  } catch (error) {
    return {
      part,
      state: 'bad',
      says: `${llm.model} does not respond: ${describeModelError(error)}`,
      advice: `${checkVariables('LLM', llm.baseUrl)} Until then, answers quote the notes.`,
    }
  }
}

/** Reports the models that admins set up in the app. The embedded database can't be read without opening the store. */
async function checkStoredChats(part: string, databaseUrl: string): Promise<Finding> {
  const advice =
    'For written answers set LLM_BASE_URL and LLM_MODEL, or set up a model in the app: Settings, Language model (docs/ollama.md).'
  const none = { part, state: 'well', says: 'none; answers quote the notes', advice } as const
  if (!databaseUrl)
    return { ...none, says: 'none in the environment; answers quote the notes unless a model is set up in the app' }
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ org_id: string; model: string; base_url: string }>(
      'select org_id, model, base_url from llm_setting order by org_id limit 20',
    )
    if (rows.length === 0) return none
    const models = rows.map((row) => `${row.model} at ${new URL(row.base_url).host} for ${row.org_id}`)
    return { part, state: 'well', says: `set up in the app: ${models.join(', ')}` }
  } catch {
    // Without the table or the database, which has its own check.
    return none
  } finally {
    await client.end().catch(() => {})
  }
}

/** Says what to check; that most addresses have a path, only where this one has none. */
function checkVariables(prefix: 'LLM' | 'EMBEDDINGS', baseUrl: string): string {
  const isWithoutPath = new URL(baseUrl).pathname === '/' && providerOf(baseUrl) === 'openai-compatible'
  const hint = isWithoutPath ? ` (most servers need /v1 at its end: ${baseUrl}/v1)` : ''
  return `Check ${prefix}_BASE_URL${hint}, ${prefix}_MODEL and ${prefix}_API_KEY.`
}

/** Returns only our own messages: others can contain addresses or keys. */
function describeModelError(error: unknown): string {
  if (error instanceof AppError) return error.message
  return (error as Error | null)?.name === 'TimeoutError' ? 'it took too long' : 'it failed'
}

const noopLogger = { info() {}, warn() {}, error() {}, debug() {} }
