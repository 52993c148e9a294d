import { APICallError, jsonSchema, type LanguageModel } from 'ai'
import type { ChatInput, ChatTool } from './chat.ts'
import { ChatError } from './chat-error.ts'
import { type ChatConnection, tokenLimit } from './chat-stream.ts'
import { createLinkedAbortController } from './linked-abort-controller.ts'
import { createModelText } from './model-text.ts'
import { reportUsage, startTextStream } from './text-stream.ts'
import { toChatError } from './to-chat-error.ts'

/** Without a tool call within so much text, the model makes none. */
const maxTextCharacters = 2000
const maxCalls = 16

/** Offers the model one tool and returns the arguments of its calls. Makes one attempt; the caller limits the time. */
export async function callChatTool(
  model: LanguageModel,
  { host, apiKey = '', habits }: ChatConnection,
  input: ChatInput,
  { name, description, parameters }: ChatTool,
): Promise<unknown[]> {
  const { signal } = input
  const stop = createLinkedAbortController(signal)
  const calls: unknown[] = []
  const modelText = createModelText(habits)
  let textLength = 0
  try {
    const tools = { [name]: { description, inputSchema: jsonSchema(parameters) } }
    const maxTokens = tokenLimit(input, habits)
    for await (const part of startTextStream(model, input, { maxTokens, signal: stop.signal, tools })) {
      if (part.type === 'error') throw part.error
      if (part.type === 'tool-call' && part.toolName === name) calls.push(part.input)
      if (part.type === 'reasoning-delta') habits.isReasoning = true
      if (part.type === 'text-delta') textLength += modelText.push(part.text).length
      if (part.type === 'finish') {
        reportUsage(part.totalUsage, input.onUsage)
        if (part.finishReason === 'length' && calls.length + textLength === 0) habits.isReasoning = true
      }
      if (textLength > maxTextCharacters || calls.length >= maxCalls) break
    }
    signal.throwIfAborted()
    return calls
  } catch (cause) {
    signal.throwIfAborted()
    if (isToolRejection(cause))
      throw new ChatError('tools-unsupported', `The language model at ${host} does not support tools.`)
    throw toChatError(cause, { host, apiKey })
  } finally {
    stop.abort(new Error('The stream was closed'))
    stop.release()
  }
}

/** Servers without tools answer 400, 422 or 501; llama.cpp answers 500 and says that tools need another start option. */
function isToolRejection(cause: unknown): boolean {
  if (!APICallError.isInstance(cause)) return false
  const { statusCode: status = 0, responseBody = '' } = cause
  return [400, 422, 501].includes(status) || (status === 500 && /\btools?\b/i.test(responseBody))
}
