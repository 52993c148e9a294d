import { type LanguageModel, type LanguageModelUsage, streamText, type ToolSet } from 'ai'
import type { ChatInput } from './chat.ts'

/** Sends one request without retries and returns the parts of its stream; errors are among them. */
export function startTextStream(
  model: LanguageModel,
  { system, messages, temperature }: ChatInput,
  { maxTokens, signal, tools }: { maxTokens: number; signal: AbortSignal; tools?: ToolSet },
) {
  const { fullStream } = streamText({
    model,
    system,
    messages,
    ...(tools && { tools }),
    maxOutputTokens: maxTokens,
    temperature,
    maxRetries: 0,
    abortSignal: signal,
    // The default handler would also print the errors.
    onError: () => {},
  })
  return fullStream
}

/** Reports the tokens of a finished stream, if the server counts them. */
export function reportUsage({ inputTokens, outputTokens }: LanguageModelUsage, onUsage: ChatInput['onUsage']): void {
  if (inputTokens !== undefined && outputTokens !== undefined) onUsage?.({ inputTokens, outputTokens })
}
