import type { Caller } from '../access/caller.ts'
import type { App } from '../app.ts'
import { administrationEndpoints } from '../contract/administration-endpoints.ts'
import { askEndpoints } from '../contract/ask-endpoints.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { noteEndpoints } from '../contract/notes-endpoints.ts'
import { searchEndpoints } from '../contract/search-endpoints.ts'
import type { McpBackend } from './mcp-backend.ts'

/** The desk over the parts of this process. Each call is let in as the operation of `/v1` that does the same. */
export function createLocalBackend({
  app,
  caller,
  admit,
  audit,
}: {
  app: Pick<App, 'askService' | 'searchService' | 'noteService' | 'assistants' | 'digests' | 'contents'>
  /** The person, as they are at the moment of the call. */
  caller: () => Promise<Caller>
  /** Does the work; fails instead where a limit is reached or the operation is turned off. */
  admit: <T>(caller: Caller, endpoint: Endpoint, work: () => Promise<T>) => Promise<T>
  /** Writes down what was changed. */
  audit: (caller: Caller, endpoint: Endpoint, body: unknown) => Promise<void>
}): McpBackend {
  async function through<T>(endpoint: Endpoint, operation: (caller: Caller) => Promise<T>): Promise<T> {
    const person = await caller()
    return admit(person, endpoint, () => operation(person))
  }

  return {
    ask: (request, signal) =>
      through(askEndpoints.ask, (person) =>
        app.askService.ask(person, { ...request, parentId: request.parentId }, { signal }),
      ),
    search: (request) =>
      through(searchEndpoints.search, (person) => app.searchService.search(person, request)),
    readNote: (id) => through(noteEndpoints.readNote, (person) => app.noteService.read(person, id, 'md')),
    listNotes: (cursor) =>
      through(noteEndpoints.listNotes, (person) =>
        app.noteService.list(person, { cursor, orderBy: 'lastEditedAt_DESC', includeArchived: false }),
      ),
    listAssistants: () =>
      through(administrationEndpoints.listAssistants, async (person) =>
        (await app.assistants.list(person)).map(({ id, name, instructions, digestDays }) => ({
          id,
          name,
          instructions,
          digestDays,
        })),
      ),
    digest: (assistantId) =>
      through(askEndpoints.digest, (person) => app.digests.renderMarkdown(person, assistantId)),
    indexContent: (item) =>
      through(askEndpoints.indexContent, async (person) => {
        const source = await app.contents.index(person, item)
        await audit(person, askEndpoints.indexContent, item)
        return source
      }),
  }
}
