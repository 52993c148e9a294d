import { type Caller, requireScope } from '../access/caller.ts'
import type { App } from '../app.ts'
import { askEndpoints } from '../contract/ask-endpoints.ts'
import { assistantEndpoints } from '../contract/assistant-endpoints.ts'
import { dataSourceEndpoints } from '../contract/data-source-endpoints.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { historyEndpoints } from '../contract/history-endpoints.ts'
import { noteEndpoints } from '../contract/notes-endpoints.ts'
import { searchEndpoints } from '../contract/search-endpoints.ts'
import { parseDateTime } from '../contract/text.ts'
import { threadsEndpoints } from '../contract/threads-endpoints.ts'
import { AppError } from '../errors.ts'
import type { McpBackend } from './mcp-backend.ts'

/** A change as the audit log records it. */
export interface AuditedChange {
  params?: object
  body: unknown
  outcome: 'done' | 'refused'
  result?: unknown
}

type Admit = <T>(caller: Caller, endpoint: Endpoint, work: () => Promise<T>) => Promise<T>

/** Answers MCP calls from the services of this process. Each call is admitted like the operation of `/v1` that does the same. */
export function createLocalBackend({
  app,
  loadCaller,
  admit,
  admitReport = admit,
  ended,
  audit,
}: {
  app: Pick<
    App,
    | 'askService'
    | 'searchService'
    | 'contentReader'
    | 'notes'
    | 'noteService'
    | 'threads'
    | 'assistants'
    | 'digests'
    | 'dataSourceAdmin'
    | 'contents'
    | 'now'
    | 'newId'
  >
  /** Returns the caller with their current permissions. */
  loadCaller: () => Promise<Caller>
  /** Runs the work; fails when a limit is reached or the operation is turned off. */
  admit: Admit
  /** The same for a report, which takes minutes. */
  admitReport?: Admit
  /** Aborted when the agent disconnects or cancels the call, which ends answers under way. */
  ended?: AbortSignal
  /** Records a change, or its refusal, in the audit log. */
  audit: (caller: Caller, endpoint: Endpoint, change: AuditedChange) => Promise<void>
}): McpBackend {
  async function runAdmitted<T>(
    endpoint: Endpoint,
    operation: (caller: Caller) => Promise<T>,
    admission: Admit = admit,
  ): Promise<T> {
    const caller = await loadCaller()
    requireScope(caller, endpoint.scope)
    return admission(caller, endpoint, () => operation(caller))
  }

  /** Runs an operation that changes something, and records it or its refusal. */
  async function runAudited<T>(
    endpoint: Endpoint,
    change: Pick<AuditedChange, 'params' | 'body'>,
    operation: (caller: Caller) => Promise<T>,
  ): Promise<T> {
    try {
      return await runAdmitted(endpoint, async (caller) => {
        const result = await operation(caller)
        await audit(caller, endpoint, { ...change, outcome: 'done', result })
        return result
      })
    } catch (error) {
      if (error instanceof AppError && error.code === 'forbidden')
        await audit(await loadCaller(), endpoint, { ...change, outcome: 'refused' })
      throw error
    }
  }

  return {
    ask: (request, listener) =>
      runAdmitted(
        askEndpoints.ask,
        (caller) =>
          app.askService.ask(
            caller,
            { ...request, parentId: request.parentId, include: ['related'] },
            {
              ...listener,
              signal: AbortSignal.any([listener.signal, ended].filter((signal) => signal !== undefined)),
            },
          ),
        request.mode === 'research' ? admitReport : admit,
      ),
    search: (request) => runAdmitted(searchEndpoints.search, (caller) => app.searchService.search(caller, request)),
    readContent: (key) => runAdmitted(historyEndpoints.readContent, (caller) => app.contentReader.read(caller, key)),
    listNotes: (cursor) =>
      runAdmitted(noteEndpoints.listNotes, (caller) =>
        app.noteService.list(caller, { cursor, orderBy: 'lastEditedAt_DESC', includeArchived: false }),
      ),
    listChildren: ({ parentNoteId, cursor }) =>
      runAdmitted(noteEndpoints.listChildren, (caller) =>
        app.noteService.list(caller, {
          ...(parentNoteId === undefined ? { topOnly: true } : { parent: { id: parentNoteId, of: 'note' } }),
          cursor,
          orderBy: 'listPosition_ASC',
          includeArchived: false,
        }),
      ),
    createNote: (note) =>
      runAudited(noteEndpoints.createNote, { body: note }, async (caller) => {
        const { title, parentNoteId: parentId, markdown: content } = note
        const given = { id: app.newId(), title, parentId, audience: undefined, content, type: 'markdown' as const }
        return app.noteService.present(await app.notes.create(caller, given, app.now()))
      }),
    updateNote: ({ id, ...change }) =>
      runAudited(noteEndpoints.changeNote, { params: { id }, body: change }, async (caller) => {
        const { title, markdown, lastEditedAt } = change
        const given = {
          title,
          text: markdown === undefined ? undefined : { content: markdown, type: 'markdown' as const },
          parentId: undefined,
          lastEditedAt: lastEditedAt === undefined ? undefined : parseDateTime(lastEditedAt),
        }
        return app.noteService.present(await app.notes.update(caller, id, given, app.now()))
      }),
    readThread: (id) => runAdmitted(threadsEndpoints.readThread, (caller) => app.threads.read(caller, id)),
    listAssistants: () =>
      runAdmitted(assistantEndpoints.listAssistants, async (caller) =>
        (await app.assistants.list(caller)).map(({ id, name, instructions, digestDays }) => ({
          id,
          name,
          instructions,
          digestDays,
        })),
      ),
    digest: (assistantId) =>
      runAdmitted(askEndpoints.digest, (caller) => app.digests.renderMarkdown(caller, assistantId)),
    listDataSources: () =>
      runAdmitted(dataSourceEndpoints.listDataSources, async (caller) =>
        (await app.dataSourceAdmin.list(caller))
          .filter(({ mayRead }) => mayRead)
          .map(({ id, name, itemCount, mayWrite }) => ({ id, name, itemCount, mayWrite })),
      ),
    indexContent: (item) =>
      runAudited(askEndpoints.indexContent, { body: item }, (caller) => app.contents.index(caller, item)),
    deleteContent: (key) =>
      runAudited(askEndpoints.deleteContent, { body: key }, (caller) => app.contents.remove(caller, key)),
  }
}
