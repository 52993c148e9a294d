import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { extractReasoningMiddleware, wrapLanguageModel } from 'ai'
import type { ChatModel, ChatSettings } from './chat.ts'
import { streamChat } from './chat-stream.ts'
import { callChatTool } from './chat-tools.ts'

/** Supports servers with OpenAI's `POST /chat/completions`: Ollama, vLLM, llama.cpp, OpenAI. The base URL ends before that path. */
export function createOpenAiCompatibleChat({
  baseUrl,
  model,
  apiKey,
  limits,
  fetch,
  isUsageReported,
}: ChatSettings): ChatModel {
  const { host } = new URL(baseUrl)
  const provider = createOpenAICompatible({
    name: 'llm',
    baseURL: baseUrl.replace(/\/+$/, ''),
    apiKey,
    fetch,
    ...(isUsageReported && { includeUsage: true }),
    ...(host === 'api.openai.com' ? { transformRequestBody: toOpenAiBody } : {}),
  })
  const languageModel = wrapLanguageModel({
    model: provider.chatModel(model),
    // Local servers often leave a model's reasoning in the text.
    middleware: extractReasoningMiddleware({ tagName: 'think' }),
  })
  return {
    name: model,
    stream: (input) => streamChat(languageModel, { host, apiKey, limits }, input),
    callTool: (input, tool) => callChatTool(languageModel, { host, apiKey }, input, tool),
  }
}

/** OpenAI's newer models reject `max_tokens`, and its reasoning models also reject a temperature. */
function toOpenAiBody({ max_tokens, temperature, ...body }: Record<string, unknown>): Record<string, unknown> {
  const isReasoning = /^(o\d|gpt-5)/.test(String(body.model))
  return { ...body, max_completion_tokens: max_tokens, ...(isReasoning ? {} : { temperature }) }
}
