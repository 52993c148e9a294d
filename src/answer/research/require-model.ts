import type { AskRequest } from '../../contract/ask.ts'
import { AppError } from '../../errors.ts'
import type { ChatModel } from '../../models/chat.ts'

/** Throws `research-unavailable` if a report is asked for without a language model. */
export function requireModel({ mode }: AskRequest, chat: ChatModel | undefined): void {
  if (mode === 'research' && !chat)
    throw new AppError(
      'research-unavailable',
      'Reports need a language model, and none is configured. An admin can set one up in Settings › Language model.',
    )
}
