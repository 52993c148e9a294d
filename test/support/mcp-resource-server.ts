import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { Server as OlderServer } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { ListResourcesRequestSchema, McpError, ReadResourceRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { createMcpHandler, McpServer, ResourceNotFoundError } from '@modelcontextprotocol/server'

export interface TestResource {
  uri: string
  name: string
  title?: string
  mimeType?: string
  size?: number
  annotations?: { lastModified?: string }
  contents: ({ uri: string; mimeType?: string; text: string } | { uri: string; mimeType?: string; blob: string })[]
}

/** Starts a real MCP server with resources that a test changes; `protocol` is that of a current or of an older SDK. */
export async function startMcpServer({
  protocol = 'current',
  token,
  hasResources = true,
  pageSize = 2,
}: {
  protocol?: 'current' | 'older'
  token?: string
  hasResources?: boolean
  pageSize?: number
} = {}) {
  const resources = new Map<string, TestResource>()
  const state = {
    resources,
    reads: [] as string[],
    pages: 0,
    /** Every page leads to itself. */
    isCircular: false,
    isBroken: false,
    isDown: false,
    isDenied: false,
    set(uri: string, text: string, fields: Partial<TestResource> = {}) {
      resources.set(uri, { uri, name: uri.split('/').pop() ?? uri, contents: [{ uri, text }], ...fields })
    },
  }
  const list = (cursor: string | undefined) => {
    state.pages += 1
    const start = Number(cursor ?? 0)
    const page = [...resources.values()].slice(start, start + pageSize)
    const next = state.isCircular ? start : start + pageSize
    const hasNext = state.isCircular || next < resources.size
    return {
      resources: page.map(({ contents: _, ...resource }) => resource),
      ...(hasNext && { nextCursor: `${next}` }),
    }
  }
  const read = (uri: string) => {
    state.reads.push(uri)
    if (state.isBroken) throw new Error('the disk is full')
    const { contents } = resources.get(uri) ?? {}
    return contents && { contents }
  }
  const handle = protocol === 'current' ? createCurrentHandler() : createOlderHandler()

  function createCurrentHandler() {
    return toNodeHandler(
      createMcpHandler(() => {
        const { server } = new McpServer({ name: 'test', version: '1' })
        if (!hasResources) return server
        server.registerCapabilities({ resources: {} })
        server.setRequestHandler('resources/list', ({ params }) => list(params?.cursor))
        server.setRequestHandler('resources/read', ({ params: { uri } }) => {
          const result = read(uri)
          if (!result) throw new ResourceNotFoundError(uri)
          return result
        })
        return server
      }),
    )
  }

  /** Without a session, so that each request gets a server of its own; answers are event streams. */
  function createOlderHandler() {
    return async (request: IncomingMessage, response: ServerResponse) => {
      const server = new OlderServer({ name: 'test', version: '1' }, { capabilities: { resources: {} } })
      server.setRequestHandler(ListResourcesRequestSchema, ({ params }) => list(params?.cursor))
      server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
        const result = read(uri)
        if (!result) throw new McpError(-32_002, 'Resource not found')
        return result
      })
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
      response.once('close', () => void server.close())
      await server.connect(transport as Parameters<typeof server.connect>[0])
      await transport.handleRequest(request, response)
    }
  }

  const server = await listen((request, response) => {
    if (state.isDown) return void response.writeHead(500).end()
    if (state.isDenied || (token !== undefined && request.headers.authorization !== `Bearer ${token}`))
      return void response.writeHead(401).end()
    void handle(request, response)
  })
  const { port } = server.address() as AddressInfo
  return Object.assign(state, {
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/mcp`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

async function listen(listener: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
