import { createAnthropic } from '@ai-sdk/anthropic'
import { withoutTrailingSlashes } from '../trailing-slashes.ts'
import type { ChatModel, ChatSettings } from './chat.ts'
import { streamChat } from './chat-stream.ts'
import { callChatTool } from './chat-tools.ts'
import { habitsOf } from './model-text.ts'

/** Supports servers with Anthropic's `POST /v1/messages`. The base URL can end before or after `/v1`. */
export function createAnthropicChat({ baseUrl, model, apiKey, limits, fetch }: ChatSettings): ChatModel {
  const { host } = new URL(baseUrl)
  const provider = createAnthropic({
    baseURL: `${withoutTrailingSlashes(baseUrl).replace(/\/v1$/, '')}/v1`,
    // Without a value the package reads the environment, which only config.ts does.
    apiKey: apiKey ?? '',
    fetch,
  })
  const languageModel = provider(model)
  const connection = { host, apiKey, limits, habits: habitsOf(model) }
  return {
    name: model,
    stream: (input) => streamChat(languageModel, connection, input),
    callTool: (input, tool) => callChatTool(languageModel, connection, input, tool),
  }
}
