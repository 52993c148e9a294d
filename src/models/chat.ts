import type { chatProviders } from '../contract/llm-settings.ts'

export interface ChatModel {
  readonly name: string
  /**
   * Streams the text. Ends without an error only after the model's own end: a failure, a stall or a truncated stream
   * throws ChatError, an abort throws the signal's reason. Leaving the loop early aborts the request.
   */
  stream(input: ChatInput): AsyncIterable<string>
  /**
   * Offers the model one tool and returns the arguments of each call that it makes; text that it writes is dropped. Throws
   * ChatError('tools-unsupported') if the server rejects tools. Absent: the model has none.
   */
  callTool?(input: ChatInput, tool: ChatTool): Promise<unknown[]>
}

export interface ChatTool {
  name: string
  description: string
  /** A JSON schema of its arguments. */
  parameters: Readonly<Record<string, unknown>>
}

export interface ChatInput {
  system: string
  messages: { role: 'user' | 'assistant'; content: string }[]
  maxOutputTokens: number
  temperature?: number
  signal: AbortSignal
  /** Called at the end if the server reports the tokens used. */
  onUsage?: (usage: ChatUsage) => void
  /** Called at the end if the model stopped because its tokens were used up: the last sentence can be incomplete. */
  onTruncated?: () => void
}

export interface ChatUsage {
  inputTokens: number
  outputTokens: number
}

export type ChatProvider = (typeof chatProviders)[number]

/** Returns the language model of an organization now; undefined: its answers are quoted from the notes. */
export type FindChat = (organizationId: string) => Promise<ChatModel | undefined>

/** Reasoning tokens reset the timeouts like text does. */
export interface ChatTimeouts {
  /** From the request to the first token. */
  firstTokenTimeoutMs: number
  /** Between two tokens. */
  stallTimeoutMs: number
  /** For the whole call, retries included. */
  deadlineMs: number
}

export interface ChatSettings {
  /** Absent: selected by the base URL. */
  provider?: ChatProvider | undefined
  baseUrl: string
  model: string
  apiKey?: string
  limits?: Partial<ChatTimeouts>
  fetch?: typeof globalThis.fetch
  /** Asks an OpenAI-compatible server to report the tokens used; Anthropic's always does. */
  isUsageReported?: boolean
}
