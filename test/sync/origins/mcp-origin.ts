import { mcpConnector } from '../../../src/sync/connectors/mcp/mcp-connector.ts'
import { startMcpServer } from '../../support/mcp-resource-server.ts'
import type { OriginKind } from './origin.ts'
import { outagesOf } from './web-origins.ts'

/** Resources with dates: without them, every run reads all contents. */
export const mcpOrigin: OriginKind = {
  name: 'mcp',
  programs: [],
  async create() {
    const server = await startMcpServer({ token: 's3cret', pageSize: 100 })
    const uriOf = (name: string) => `docs://${name}`
    let day = 0
    const dated = () => {
      day += 1
      return { mimeType: 'text/markdown', annotations: { lastModified: new Date(day * 86_400_000).toISOString() } }
    }
    return {
      connector: mcpConnector,
      settings: { url: server.url, token: 's3cret' },
      config: { syncAllow: [server.host] },
      async write(texts) {
        for (const [name, text] of Object.entries(texts)) server.set(uriOf(name), text, dated())
      },
      async rename(from, to) {
        const { contents = [] } = server.resources.get(uriOf(from)) ?? {}
        server.resources.delete(uriOf(from))
        server.set(uriOf(to), '', { ...dated(), contents })
      },
      async remove(name) {
        server.resources.delete(uriOf(name))
      },
      ...outagesOf(server),
      removalsAfterMs: 0,
      close: server.close,
    }
  },
}
