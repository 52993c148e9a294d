import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ErrorPresenter } from './error-presenter.ts'

/** Returns the result of a call as data and as text. Errors are returned too: the model can often correct its call. */
export async function toToolResult<T extends Record<string, unknown>>(
  call: () => Promise<T>,
  text: (result: T) => string,
  presentError: ErrorPresenter,
): Promise<CallToolResult> {
  return toResult(async () => {
    const result = await call()
    return { content: [{ type: 'text', text: text(result) }], structuredContent: result }
  }, presentError)
}

/** Returns long text alone: repeated as data, it would cost the model twice. */
export async function toTextResult(call: () => Promise<string>, presentError: ErrorPresenter): Promise<CallToolResult> {
  return toResult(async () => ({ content: [{ type: 'text', text: await call() }] }), presentError)
}

async function toResult(call: () => Promise<CallToolResult>, presentError: ErrorPresenter): Promise<CallToolResult> {
  try {
    return await call()
  } catch (error) {
    return { content: [{ type: 'text', text: presentError(error).message }], isError: true }
  }
}
