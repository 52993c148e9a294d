import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { withoutTrailingSlashes } from '../trailing-slashes.ts'
import type { ChatModel, ChatSettings } from './chat.ts'
import { streamChat } from './chat-stream.ts'
import { callChatTool } from './chat-tools.ts'
import { withCompletionEvents } from './completion-events.ts'
import { habitsOf } from './model-text.ts'
import { type RejectedParameters, withParameterFallback } from './parameter-fallback.ts'

/** Supports servers with OpenAI's `POST /chat/completions`: Ollama, vLLM, llama.cpp, OpenAI. The base URL ends before that path. */
export function createOpenAiCompatibleChat({
  baseUrl,
  model,
  apiKey,
  limits,
  fetch = globalThis.fetch,
  isUsageReported,
}: ChatSettings): ChatModel {
  const { host } = new URL(baseUrl)
  const rejected = host === 'api.openai.com' ? rejectedByOpenAi(model) : new Map()
  const provider = createOpenAICompatible({
    name: 'llm',
    baseURL: withoutTrailingSlashes(baseUrl),
    apiKey,
    fetch: withCompletionEvents(withParameterFallback(fetch, rejected)),
    ...(isUsageReported && { includeUsage: true }),
  })
  const languageModel = provider.chatModel(model)
  const connection = { host, apiKey, limits, habits: habitsOf(model) }
  return {
    name: model,
    stream: (input) => streamChat(languageModel, connection, input),
    callTool: (input, tool) => callChatTool(languageModel, connection, input, tool),
  }
}

/** OpenAI's newer models reject `max_tokens`, and its reasoning models also reject a temperature. */
function rejectedByOpenAi(model: string): RejectedParameters {
  const isReasoning = /^(o\d|gpt-5)/.test(model)
  return new Map([
    ['max_tokens', 'max_completion_tokens'],
    ...(isReasoning ? [['temperature', undefined] as const] : []),
  ])
}
