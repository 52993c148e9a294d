import { mcpConnector } from '../../src/sync/connectors/mcp/mcp-connector.ts'
import { startMcpServer } from '../support/mcp-resource-server.ts'
import { describeConnector } from './connector-contract.ts'

describeConnector('mcp', async () => {
  const server = await startMcpServer({ token: 's3cret' })
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
    write: async (name, text) => server.set(uriOf(name), text, dated()),
    async rename(from, to) {
      const { contents } = server.resources.get(uriOf(from))!
      server.resources.delete(uriOf(from))
      server.set(uriOf(to), '', { ...dated(), contents })
    },
    async remove(name) {
      server.resources.delete(uriOf(name))
    },
    close: () => server.close(),
  }
})
