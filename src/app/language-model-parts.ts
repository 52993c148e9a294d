import { createLlmSettings } from '../admin/llm-settings.ts'
import { createOrganizationChats } from '../admin/organization-chats.ts'
import type { SecretEncryption } from '../identity/secret-encryption.ts'
import type { ChatSettings } from '../models/chat.ts'
import { createAddressGuard, isPublicOrLocalAddress } from '../net/address-guard.ts'
import { createGuardedStreamFetch } from '../net/guarded-stream-fetch.ts'
import { instrumentChat } from '../telemetry/instrumented-models.ts'
import type { AppContext } from './app-context.ts'

/** Wires the language models of the organizations, which are in the environment or in the settings of each. */
export function createLanguageModelParts(
  { config, database, log, telemetry, now }: AppContext,
  { encryption }: { encryption: SecretEncryption },
) {
  const guard = createAddressGuard({
    allow: config.llmAllow,
    allowSetting: 'LLM_ALLOW',
    acceptsAllowed: isPublicOrLocalAddress,
  })
  const llmSettings = createLlmSettings({
    config,
    database,
    encryption,
    guard,
    guardedFetch: createGuardedStreamFetch({ guard }),
    fetch: telemetry.fetch,
    now,
  })
  const createChat = async (settings: ChatSettings) => {
    // Loaded only when used: the packages would delay every start by a third of a second.
    const { createChatModel } = await import('../models/create-chat-model.ts')
    return instrumentChat(createChatModel(settings), telemetry)
  }
  const llm = createOrganizationChats({
    settings: llmSettings,
    createChat,
    onUnreadableKey: (organizationId) =>
      log.warn(
        { organizationId },
        'the API key of the language model cannot be decrypted; answers are quoted from the notes until an admin enters it again',
      ),
  })
  return { llmSettings, createChat, llm }
}

export type LanguageModelParts = ReturnType<typeof createLanguageModelParts>
