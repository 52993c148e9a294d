import type { Client } from '../../sdk/src/client.ts'
import type { McpBackend } from './mcp-backend.ts'

/** Serves the tools through a running server, as the owner of the API key. */
export function createRemoteBackend(client: Client): McpBackend {
  return {
    ask: (request, signal) => client.ask({ ...request, include: ['related'] }, { signal }),
    search: (request) => client.search(request),
    readNote: (id) => client.readNote({ id, format: 'md' }),
    listNotes: (cursor) => client.listNotes({ includeArchived: false, cursor }),
    async listAssistants() {
      const { assistants } = await client.listAssistants()
      return assistants
        .filter(({ mayUse }) => mayUse)
        .map(({ id, name, instructions, digestDays }) => ({ id, name, instructions, digestDays }))
    },
    digest: (assistantId) => client.digest({ assistantId }),
    indexContent: (item) => client.indexContent(item),
  }
}
