import { Readable, Writable } from 'node:stream'
import type { Viewer } from '../access/viewer.ts'
import type { App } from '../app.ts'
import { readConfig } from '../config.ts'
import { disabledMessage } from '../contract/errors.ts'
import { AppError } from '../errors.ts'
import type { McpDesk } from '../mcp/mcp-desk.ts'
import { defineCommand, UsageError } from './command.ts'
import { createQuietLog } from './create-log.ts'
import { withApp } from './open-app.ts'
import { chooseServer, serverOptions } from './server-client.ts'
import { stopRequested } from './stop-requested.ts'
import type { Terminal } from './terminal.ts'
import { recordAtTerminal } from './terminal-audit.ts'

export const mcpCommand = defineCommand({
  name: 'mcp',
  operands: '',
  summary: 'Serve agents over standard input and output (Model Context Protocol).',
  details: [
    'For programs that start their MCP servers themselves. With --server it stands before a running server and acts as',
    'the person of the key; without, it opens the store and acts as the person that --as names. A running server',
    'also serves agents itself, at /mcp.',
  ].join('\n'),
  options: {
    as: { type: 'string', value: 'EMAIL', says: 'Who asks. Left out: the only user, or the first admin.' },
    org: { type: 'string', value: 'ID', says: 'The organization, where there are several.' },
    ...serverOptions,
  },
  examples: ['lorewell mcp --server https://lorewell.example --key lw_…', 'lorewell mcp --as ada@acme.test'],
  async run({ options }, terminal) {
    const server = chooseServer(options, terminal)
    if (server && (options.as !== undefined || options.org !== undefined)) {
      throw new UsageError('--as and --org do not go with --server: there the key says who asks.')
    }
    if (server) {
      const { createRemoteDesk } = await import('../mcp/remote-desk.ts')
      // Told now: an agent shows its person little of what goes wrong later.
      await server.call('GET', '/me')
      return serveDesk(createRemoteDesk(server.call), terminal)
    }
    const config = readConfig(terminal.env)
    const log = createQuietLog(config.logLevel, terminal)
    return withApp(config, log, terminal, async (app) => serveDesk(await deskOf(app, options), terminal))
  },
})

async function deskOf(app: App, { as, org }: { as?: string; org?: string }): Promise<McpDesk> {
  const { chooseAsker, chooseOrganization, viewerOf } = await import('./asker.ts')
  const { createLocalDesk } = await import('../mcp/local-desk.ts')
  const { auditedResource } = await import('../audit/audited-resource.ts')
  const organizationId = await chooseOrganization(app, org)
  const { viewer } = await chooseAsker(app, organizationId, as)
  return createLocalDesk({
    app,
    // Read afresh with each call, as a request would: what this person may see can change while we run.
    viewer: async (): Promise<Viewer> => {
      const person = await viewerOf(app, organizationId, viewer.email)
      if (!person) throw new AppError('unauthorized', `There is no user ${viewer.email} any more.`)
      return person
    },
    // Limits are for those who share a server.
    admit: async ({ askEnabled }, { needsAsking }, work) => {
      if (needsAsking && !askEnabled) throw new AppError('disabled', disabledMessage)
      return work()
    },
    audit: (person, endpoint, body) =>
      recordAtTerminal(
        app,
        organizationId,
        endpoint.operationId,
        auditedResource(endpoint, undefined, body),
        person,
      ),
  })
}

/** Serves until the other side hangs up or the process is told to stop. Standard output belongs to the protocol. */
async function serveDesk(desk: McpDesk, { stdin, stdout, stderr, signals }: Terminal): Promise<number> {
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio')
  const { createMcpServer } = await import('../mcp/mcp-server.ts')
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      stdout.write(chunk.toString('utf8'))
      done()
    },
  })
  const tell = (error: unknown) => stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  const input = Readable.from(stdin)
  const hungUp = new Promise<void>((resolve) => input.once('close', resolve))
  const stop = stopRequested(signals)
  const connection = serveStdio(() => createMcpServer({ desk, onError: tell }), {
    transport: new StdioServerTransport(input, output),
    onerror: tell,
  })
  await Promise.race([hungUp, stop.requested])
  await connection.close()
  stop.done()
  return 0
}
