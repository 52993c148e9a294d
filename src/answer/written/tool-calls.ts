import type { ChatInput, ChatModel, ChatTool } from '../../models/chat.ts'
import { ChatError } from '../../models/chat-error.ts'

/** Returns the arguments of the model's calls of a tool; undefined if it has no tools. */
export type CallTool = (chat: ChatModel, input: ChatInput, tool: ChatTool) => Promise<unknown[] | undefined>

/** Creates a function that offers a tool to models, and remembers those whose server rejects tools. */
export function createToolCalls(): CallTool {
  /** New settings make a new model. */
  const withoutTools = new WeakSet<ChatModel>()

  return async (chat, input, tool) => {
    if (!chat.callTool || withoutTools.has(chat)) return undefined
    try {
      return await chat.callTool(input, tool)
    } catch (error) {
      if (!(error instanceof ChatError) || error.failure !== 'tools-unsupported') throw error
      withoutTools.add(chat)
      return undefined
    }
  }
}
