import type { ChatModel, ChatSettings, FindChat } from '../models/chat.ts'
import type { LlmSettings } from './llm-settings.ts'

interface InstrumentedChat {
  model: ChatModel
  isFailing(): boolean
}

/** Keeps the language model of each organization and replaces it when its settings change. */
export function createOrganizationChats({
  settings,
  createChat,
  onUnreadableKey,
}: {
  settings: LlmSettings
  createChat: (settings: ChatSettings) => Promise<InstrumentedChat>
  /** Called once for each setting whose key cannot be decrypted. */
  onUnreadableKey: (organizationId: string) => void
}) {
  const chats = new Map<string, { version: string; chat: InstrumentedChat | undefined }>()

  const find: FindChat = async (organizationId) => {
    const inUse = await settings.find(organizationId)
    // The model of the environment is the same for all.
    const key = inUse?.origin === 'environment' ? '' : organizationId
    if (!inUse) {
      chats.delete(key)
      return undefined
    }
    const known = chats.get(key)
    if (known?.version === inUse.version) return known.chat?.model
    const opened = await inUse.openSettings()
    if (!opened) onUnreadableKey(organizationId)
    const chat = opened && (await createChat(opened))
    chats.set(key, { version: inUse.version, chat })
    return chat?.model
  }

  const current = () => [...chats.values()].flatMap(({ chat }) => chat ?? [])
  return {
    find,
    /** Whether a model has written answers on this node since the last change. */
    isInUse: () => current().length > 0,
    isFailing: () => current().some((chat) => chat.isFailing()),
  }
}
