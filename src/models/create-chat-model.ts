import type { ChatModel, ChatSettings } from './chat.ts'
import { createAnthropicChat } from './chat-anthropic.ts'
import { createOpenAiCompatibleChat } from './chat-openai-compatible.ts'

/**
 * Chooses the protocol by the address, so that three settings are enough: Anthropic's when the host is
 * api.anthropic.com or the path ends in /anthropic (a /v1 behind either is fine), else OpenAI's.
 */
export function createChatModel(settings: ChatSettings): ChatModel {
  return usesAnthropicProtocol(settings.baseUrl)
    ? createAnthropicChat(settings)
    : createOpenAiCompatibleChat(settings)
}

function usesAnthropicProtocol(baseUrl: string): boolean {
  const { hostname, pathname } = new URL(baseUrl)
  return hostname === 'api.anthropic.com' || /\/anthropic(\/v1)?\/*$/.test(pathname)
}
