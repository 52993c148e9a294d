import type { McpServer } from '@modelcontextprotocol/server'
import type { ErrorPresenter } from './error-presenter.ts'
import type { McpBackend } from './mcp-backend.ts'
import { registerReadingTools } from './reading-tools.ts'
import { registerWritingTools } from './writing-tools.ts'

/** Registers the tools. Their inputs and outputs are those of the matching operations of `/v1`. */
export function registerTools(server: McpServer, backend: McpBackend, presentError: ErrorPresenter): void {
  registerReadingTools(server, backend, presentError)
  registerWritingTools(server, backend, presentError)
}
