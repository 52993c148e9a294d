import type { ChatModel, ChatSettings } from './chat.ts'
import { createAnthropicChat } from './chat-anthropic.ts'
import { createOpenAiCompatibleChat } from './chat-openai-compatible.ts'
import { providerOf } from './chat-provider.ts'

export function createChatModel(settings: ChatSettings): ChatModel {
  const provider = settings.provider ?? providerOf(settings.baseUrl)
  return provider === 'anthropic' ? createAnthropicChat(settings) : createOpenAiCompatibleChat(settings)
}
