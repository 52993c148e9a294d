import { type Caller, requireScope } from '../access/caller.ts'
import type { App } from '../app.ts'
import { administrationEndpoints } from '../contract/administration-endpoints.ts'
import { askEndpoints } from '../contract/ask-endpoints.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { noteEndpoints } from '../contract/notes-endpoints.ts'
import { searchEndpoints } from '../contract/search-endpoints.ts'
import type { McpBackend } from './mcp-backend.ts'

/** Answers MCP calls from the services of this process. Each call is admitted like the operation of `/v1` that does the same. */
export function createLocalBackend({
  app,
  loadCaller,
  admit,
  audit,
}: {
  app: Pick<App, 'askService' | 'searchService' | 'noteService' | 'assistants' | 'digests' | 'contents'>
  /** Returns the caller with their current permissions. */
  loadCaller: () => Promise<Caller>
  /** Runs the work; fails when a limit is reached or the operation is turned off. */
  admit: <T>(caller: Caller, endpoint: Endpoint, work: () => Promise<T>) => Promise<T>
  /** Records a change in the audit log. */
  audit: (caller: Caller, endpoint: Endpoint, body: unknown) => Promise<void>
}): McpBackend {
  async function runAdmitted<T>(endpoint: Endpoint, operation: (caller: Caller) => Promise<T>): Promise<T> {
    const caller = await loadCaller()
    requireScope(caller, endpoint.scope)
    return admit(caller, endpoint, () => operation(caller))
  }

  return {
    ask: (request, signal) =>
      runAdmitted(askEndpoints.ask, (caller) =>
        app.askService.ask(caller, { ...request, parentId: request.parentId, include: ['related'] }, { signal }),
      ),
    search: (request) => runAdmitted(searchEndpoints.search, (caller) => app.searchService.search(caller, request)),
    readNote: (id) => runAdmitted(noteEndpoints.readNote, (caller) => app.noteService.read(caller, id, 'md')),
    listNotes: (cursor) =>
      runAdmitted(noteEndpoints.listNotes, (caller) =>
        app.noteService.list(caller, { cursor, orderBy: 'lastEditedAt_DESC', includeArchived: false }),
      ),
    listAssistants: () =>
      runAdmitted(administrationEndpoints.listAssistants, async (caller) =>
        (await app.assistants.list(caller)).map(({ id, name, instructions, digestDays }) => ({
          id,
          name,
          instructions,
          digestDays,
        })),
      ),
    digest: (assistantId) =>
      runAdmitted(askEndpoints.digest, (caller) => app.digests.renderMarkdown(caller, assistantId)),
    indexContent: (item) =>
      runAdmitted(askEndpoints.indexContent, async (caller) => {
        const source = await app.contents.index(caller, item)
        await audit(caller, askEndpoints.indexContent, item)
        return source
      }),
  }
}
