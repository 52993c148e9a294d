import type { ChatProvider } from './chat.ts'

/**
 * Selects the protocol by the base URL, so that three environment variables are enough: Anthropic's when the host is
 * api.anthropic.com or the path ends in /anthropic (optionally followed by /v1), otherwise OpenAI's.
 */
export function providerOf(baseUrl: string): ChatProvider {
  const { hostname, pathname } = new URL(baseUrl)
  return hostname === 'api.anthropic.com' || /\/anthropic(\/v1)?\/*$/.test(pathname) ? 'anthropic' : 'openai-compatible'
}
