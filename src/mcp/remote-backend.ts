import type { Client } from '../../sdk/src/client.ts'
import type { AnswerResult } from '../contract/ask.ts'
import { AppError } from '../errors.ts'
import type { AgentListener, McpBackend } from './mcp-backend.ts'

type Question = Parameters<Client['ask']>[0]

/** Serves the tools through a running server, as the owner of the API key. */
export function createRemoteBackend(client: Client): McpBackend {
  return {
    ask: (request, listener) => {
      const question: Question = { ...request, include: ['related'] }
      if (request.mode === 'research') return readReport(client, question, listener)
      return client.ask(question, { signal: listener.signal })
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

/** Reads a report as a stream: a proxy would cut off a connection that is silent for minutes. */
async function readReport(
  client: Client,
  question: Question,
  { signal, onPlan, onProgress }: AgentListener,
): Promise<AnswerResult> {
  for await (const event of client.askStream(question, { signal })) {
    if (event.type === 'plan') onPlan?.(event.sections)
    if (event.type === 'progress') onProgress?.(event)
    if (event.type !== 'done') continue
    const { type: _, ...result } = event
    return result
  }
  throw new AppError('unavailable', 'The server sent no answer. Ask again.')
}
