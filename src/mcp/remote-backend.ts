import type { Client } from '../../sdk/src/client.ts'
import type { McpBackend } from './mcp-backend.ts'
import { readStreamedAnswer } from './read-streamed-answer.ts'

/** Serves the tools through a running server, as the owner of the API key. */
export function createRemoteBackend(client: Client): McpBackend {
  return {
    ask: (request, listener) => {
      const question: Parameters<Client['ask']>[0] = { ...request, include: ['related'] }
      const { signal } = listener
      // A proxy would cut off a connection that is silent for minutes.
      if (request.mode === 'research') return readStreamedAnswer(client, question, listener, { signal })
      return client.ask(question, { signal })
    },
    search: (request) => client.search(request),
    readContent: (key) => client.readContent(key),
    listNotes: (cursor) => client.listNotes({ includeArchived: false, cursor }),
    listChildren: ({ parentNoteId, cursor }) =>
      parentNoteId === undefined
        ? client.listNotes({ topOnly: true, includeArchived: false, orderBy: 'listPosition_ASC', cursor })
        : client.listNoteChildren({ id: parentNoteId, includeArchived: false, orderBy: 'listPosition_ASC', cursor }),
    createNote: (note) => client.createNote(note),
    updateNote: (change) => client.changeNote(change),
    readThread: (id) => client.readThread({ id }),
    async listAssistants() {
      const { assistants } = await client.listAssistants()
      return assistants
        .filter(({ mayUse }) => mayUse)
        .map(({ id, name, instructions, digestDays }) => ({ id, name, instructions, digestDays }))
    },
    digest: (assistantId) => client.digest({ assistantId }),
    async listDataSources() {
      const { dataSources } = await client.listDataSources()
      return dataSources
        .filter(({ mayRead }) => mayRead)
        .map(({ id, name, itemCount, mayWrite }) => ({ id, name, itemCount, mayWrite }))
    },
    indexContent: (item) => client.indexContent(item),
    async deleteContent(key) {
      await client.deleteContent(key)
    },
  }
}
