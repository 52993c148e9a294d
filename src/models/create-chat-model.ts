import type { ChatModel, ChatSettings } from './chat.ts'
import { createAnthropicChat } from './chat-anthropic.ts'
import { createOpenAiCompatibleChat } from './chat-openai-compatible.ts'

/**
 * Selects the protocol by the base URL, so that three settings are enough: Anthropic's when the host is
 * api.anthropic.com or the path ends in /anthropic (optionally followed by /v1), otherwise OpenAI's.
 */
export function createChatModel(settings: ChatSettings): ChatModel {
  return usesAnthropicProtocol(settings.baseUrl) ? createAnthropicChat(settings) : createOpenAiCompatibleChat(settings)
}

function usesAnthropicProtocol(baseUrl: string): boolean {
  const { hostname, pathname } = new URL(baseUrl)
  return hostname === 'api.anthropic.com' || /\/anthropic(\/v1)?\/*$/.test(pathname)
}
