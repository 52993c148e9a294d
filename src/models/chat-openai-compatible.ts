import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { extractReasoningMiddleware, wrapLanguageModel } from 'ai'
import type { ChatInput, ChatModel, ChatSettings } from './chat.ts'
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
  // Local servers often leave a model's reasoning in the text.
  const separateReasoning = (startWithReasoning: boolean) =>
    wrapLanguageModel({
      model: provider.chatModel(model),
      middleware: extractReasoningMiddleware({ tagName: 'think', startWithReasoning }),
    })
  const languageModel = separateReasoning(false)
  const reasoningModel = separateReasoning(true)
  let startsWithReasoning = false

  /** Learns from each answer whether the model's template begins the reasoning, so that only its end is in the text. */
  async function* stream(input: ChatInput): AsyncGenerator<string> {
    const current = startsWithReasoning ? reasoningModel : languageModel
    let hasText = false
    let line = ''
    try {
      for await (const text of streamChat(current, { host, apiKey, limits }, input)) {
        hasText = true
        line += text
        if (/^\s*<\/think>\s*$/m.test(line)) startsWithReasoning = true
        line = line.slice(line.lastIndexOf('\n') + 1)
        yield text
      }
    } catch (error) {
      if (!hasText && !input.signal.aborted) startsWithReasoning = false
      throw error
    }
  }

  return {
    name: model,
    stream,
    callTool: (input, tool) => callChatTool(languageModel, { host, apiKey }, input, tool),
  }
}

/** OpenAI's newer models reject `max_tokens`, and its reasoning models also reject a temperature. */
function toOpenAiBody({ max_tokens, temperature, ...body }: Record<string, unknown>): Record<string, unknown> {
  const isReasoning = /^(o\d|gpt-5)/.test(String(body.model))
  return { ...body, max_completion_tokens: max_tokens, ...(isReasoning ? {} : { temperature }) }
}
