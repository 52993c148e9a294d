import { createHash } from 'node:crypto'
import type { Resource } from '@modelcontextprotocol/client'
import { z } from 'zod'
import {
  type Connector,
  type ConnectorDeps,
  type OriginChange,
  type OriginContent,
  OriginError,
  type OriginItem,
} from '../../connector.ts'
import { idFromPath, tooLarge, versionOf } from '../file-item.ts'
import { accessToken, serverAddress } from '../setting-fields.ts'
import { AnswerTooLargeError, McpServerError, type McpSession, openSession, requestOptions } from './mcp-session.ts'
import { resourceContent } from './resource-content.ts'

const mcpSettings = z.strictObject({
  url: serverAddress('Address of the MCP server (Streamable HTTP), such as https://example.com/mcp'),
  token: accessToken('Bearer token, for servers that need one', 8000),
})

/** "Resource not found" in the protocol's revisions before and since 2026-07-28. */
const notFoundCodes = [-32_002, -32_602]

/** Reads the resources of an MCP server (modelcontextprotocol.io/specification, Resources). Templates list nothing. */
export const mcpConnector: Connector<z.infer<typeof mcpSettings>> = {
  kind: 'mcp',
  name: 'MCP server',
  description: 'Resources that a Model Context Protocol server lists.',
  settings: mcpSettings,
  secrets: ['token'],
  async connect(settings, deps) {
    const session = await openSession(settings, deps)
    if (!session.client.getServerCapabilities()?.resources) {
      await session.close()
      throw new OriginError(
        'This MCP server offers no resources, only other things such as tools. Enter the address of one with resources.',
      )
    }
    return { changes: () => listResources(session, deps), close: () => session.close() }
  },
}

async function* listResources(session: McpSession, deps: ConnectorDeps): AsyncGenerator<OriginChange> {
  const listed = new Set<string>()
  for await (const resource of paginate(session)) {
    deps.signal.throwIfAborted()
    if (listed.has(resource.uri)) continue
    listed.add(resource.uri)
    const item = await toItem(session, resource, deps)
    if (item) yield item
  }
  yield { kind: 'end', isComplete: true }
}

async function* paginate(session: McpSession): AsyncGenerator<Resource> {
  const cursors = new Set<string>()
  let cursor: string | undefined
  do {
    const params = cursor === undefined ? {} : { cursor }
    const page = await session.call((client) => client.request({ method: 'resources/list', params }, requestOptions))
    yield* page.resources
    cursor = page.nextCursor
    if (cursor !== undefined && cursors.has(cursor))
      throw new OriginError(
        'The MCP server lists the same page of resources again and again. Report this to its operator.',
      )
    if (cursor !== undefined) cursors.add(cursor)
  } while (cursor !== undefined)
}

/** Returns undefined for a resource that is gone by now. */
async function toItem(session: McpSession, resource: Resource, deps: ConnectorDeps): Promise<OriginItem | undefined> {
  const { uri, name, size, mimeType } = resource
  const title = resource.title || name || uri
  const modifiedAt = new Date(resource.annotations?.lastModified ?? '')
  const isDated = !Number.isNaN(modifiedAt.getTime())
  const isTooLarge = size !== undefined && size > deps.maxFileBytes
  const read = async () => (isTooLarge ? tooLarge(deps.maxFileBytes) : readResource(session, resource, deps))
  // Without a date, only the content tells whether it has changed. It is not kept: a listing can be long.
  const content = isDated || isTooLarge ? undefined : await read()
  if (content === gone) return undefined
  return {
    kind: 'item',
    id: idFromPath(uri),
    version: versionOf(uri, title, mimeType, size, isDated ? modifiedAt.getTime() : content && hashContent(content)),
    title,
    url: uri,
    updatedAt: isDated ? modifiedAt : deps.now(),
    read,
  }
}

const gone: OriginContent = { type: 'unavailable', reason: 'It was removed while the resources were read.' }

async function readResource(session: McpSession, resource: Resource, deps: ConnectorDeps): Promise<OriginContent> {
  try {
    const options = { ...requestOptions, cacheMode: 'bypass' as const }
    const result = await session.call((client) => client.readResource({ uri: resource.uri }, options))
    return resourceContent(resource, result, deps.maxFileBytes)
  } catch (error) {
    if (error instanceof AnswerTooLargeError) return tooLarge(deps.maxFileBytes)
    if (error instanceof McpServerError && notFoundCodes.includes(error.code)) return gone
    throw error
  }
}

function hashContent(content: OriginContent): string {
  const hash = createHash('sha256')
  if ('reason' in content) hash.update(content.reason)
  else hash.update(content.type === 'file' ? content.bytes : content.content)
  return hash.digest('hex')
}
