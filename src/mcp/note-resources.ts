import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server'
import type { ErrorPresenter } from './error-presenter.ts'
import type { McpBackend } from './mcp-backend.ts'

const noteUriPrefix = 'lorewell://notes/'

/**
 * Serves notes as resources, 50 per page. Bypasses the SDK's registry, which has no pagination and would list a whole
 * organization in one response.
 */
export function registerNoteResources(
  { server }: Pick<McpServer, 'server'>,
  backend: McpBackend,
  presentError: ErrorPresenter,
): void {
  server.registerCapabilities({ resources: {} })
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        name: 'note',
        title: 'Note',
        description: 'A note, in markdown',
        uriTemplate: `${noteUriPrefix}{id}`,
        mimeType: 'text/markdown',
      },
    ],
  }))
  server.setRequestHandler('resources/list', async ({ params }) => {
    const page = await withProtocolErrors(() => backend.listNotes(params?.cursor))
    return {
      resources: page.notes.map(({ id, title, lastEditedAt }) => ({
        uri: noteUriPrefix + encodeURIComponent(id),
        name: title,
        title,
        mimeType: 'text/markdown',
        annotations: { lastModified: lastEditedAt },
      })),
      ...(page.nextCursor !== null && { nextCursor: page.nextCursor }),
    }
  })
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const id = noteIdFromUri(uri)
    if (id === undefined) throw new ResourceNotFoundError(uri)
    const note = await withProtocolErrors(() => backend.readContent({ id }), uri)
    // An item of a data source can have the id of a note that is hidden or gone: it is not what the address names.
    if (note.rootId !== undefined) throw new ResourceNotFoundError(uri)
    return { contents: [{ uri, mimeType: 'text/markdown', text: `# ${note.title}\n\n${note.content}` }] }
  })

  async function withProtocolErrors<T>(call: () => Promise<T>, uri?: string): Promise<T> {
    try {
      return await call()
    } catch (thrown) {
      const { code, message } = presentError(thrown)
      if (code === 'not-found' && uri !== undefined) throw new ResourceNotFoundError(uri)
      const isCallerError = code !== 'internal' && code !== 'unavailable'
      throw new ProtocolError(
        isCallerError ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
        message,
      )
    }
  }
}

function noteIdFromUri(uri: string): string | undefined {
  if (!uri.startsWith(noteUriPrefix)) return undefined
  try {
    const id = decodeURIComponent(uri.slice(noteUriPrefix.length))
    return id.length > 0 && id.length <= 256 && !id.includes('\u0000') && id.isWellFormed() ? id : undefined
  } catch {
    return undefined
  }
}
