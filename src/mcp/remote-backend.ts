import type { AssistantBody } from '../contract/administration.ts'
import type { AnswerResult } from '../contract/ask.ts'
import type { NoteList, NoteWithContent } from '../contract/notes.ts'
import type { SearchResult } from '../contract/search.ts'
import type { Source } from '../contract/source.ts'
import type { McpBackend } from './mcp-backend.ts'

/** Calls an operation of `/v1` on a running server. An error response is thrown with the server's message. */
type CallApi = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<unknown>

/** Answers MCP calls from a running server, as the owner of the API key. */
export function createRemoteBackend(call: CallApi): McpBackend {
  return {
    ask: async (request) => (await call('POST', '/ask', request)) as AnswerResult,
    search: async (request) => (await call('POST', '/search', request)) as SearchResult,
    readNote: async (id) =>
      (await call('GET', `/notes/${encodeURIComponent(id)}?format=md`)) as NoteWithContent,
    async listNotes(cursor) {
      const query = new URLSearchParams({ includeArchived: 'false', ...(cursor !== undefined && { cursor }) })
      return (await call('GET', `/notes?${query}`)) as NoteList
    },
    async listAssistants() {
      const { assistants } = (await call('GET', '/assistants')) as { assistants: AssistantBody[] }
      return assistants
        .filter(({ mayUse }) => mayUse)
        .map(({ id, name, instructions, digestDays }) => ({ id, name, instructions, digestDays }))
    },
    digest: async (id) => (await call('GET', `/ask/digest/${encodeURIComponent(id)}`)) as string,
    indexContent: async (item) => (await call('POST', '/ask/index', item)) as Source,
  }
}
