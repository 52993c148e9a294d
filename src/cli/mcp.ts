import { Readable, Writable } from 'node:stream'
import type { Caller } from '../access/caller.ts'
import type { App } from '../app.ts'
import { readConfig } from '../config.ts'
import { disabledMessage } from '../contract/errors.ts'
import { AppError } from '../errors.ts'
import type { McpBackend } from '../mcp/mcp-backend.ts'
import { defineCommand, UsageError } from './command.ts'
import { createQuietLogger } from './create-logger.ts'
import { withApp } from './open-app.ts'
import { chooseServer, serverOptions } from './server-client.ts'
import { listenForShutdown } from './shutdown-signal.ts'
import type { Terminal } from './terminal.ts'
import { recordTerminalAction } from './terminal-audit.ts'

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
    as: {
      type: 'string',
      value: 'EMAIL',
      description: 'Who asks. Left out: the only user, or the first admin.',
    },
    org: { type: 'string', value: 'ID', description: 'The organization, where there are several.' },
    ...serverOptions,
  },
  examples: ['lorewell mcp --server https://lorewell.example --key lw_…', 'lorewell mcp --as ada@acme.test'],
  async run({ options }, terminal) {
    const server = chooseServer(options, terminal)
    if (server && (options.as !== undefined || options.org !== undefined)) {
      throw new UsageError('--as and --org do not go with --server: there the key says who asks.')
    }
    if (server) {
      const { createRemoteBackend } = await import('../mcp/remote-backend.ts')
      // Told now: an agent shows its person little of what goes wrong later.
      await server.call('GET', '/me')
      return serveBackend(createRemoteBackend(server.call), terminal)
    }
    const config = readConfig(terminal.env)
    const log = createQuietLogger(config.logLevel, terminal)
    return withApp(config, log, terminal, async (app) =>
      serveBackend(await createCliBackend(app, options), terminal),
    )
  },
})

async function createCliBackend(app: App, { as, org }: { as?: string; org?: string }): Promise<McpBackend> {
  const { chooseCaller, chooseOrganization, loadCaller } = await import('./choose-caller.ts')
  const { createLocalBackend } = await import('../mcp/local-backend.ts')
  const { auditedResource } = await import('../audit/audited-resource.ts')
  const organizationId = await chooseOrganization(app, org)
  const { caller } = await chooseCaller(app, organizationId, as)
  return createLocalBackend({
    app,
    // Read afresh with each call, as a request would: what this person may see can change while we run.
    loadCaller: async (): Promise<Caller> => {
      const person = await loadCaller(app, organizationId, caller.email)
      if (!person) throw new AppError('unauthorized', `There is no user ${caller.email} any more.`)
      return person
    },
    // Limits are for those who share a server.
    admit: async ({ askEnabled }, { requiresAskEnabled }, work) => {
      if (requiresAskEnabled && !askEnabled) throw new AppError('disabled', disabledMessage)
      return work()
    },
    audit: (person, endpoint, body) =>
      recordTerminalAction(
        app,
        organizationId,
        endpoint.operationId,
        auditedResource(endpoint, undefined, body),
        person,
      ),
  })
}

/** Serves until the other side hangs up or the process is told to stop. Standard output belongs to the protocol. */
async function serveBackend(
  backend: McpBackend,
  { stdin, stdout, stderr, signals }: Terminal,
): Promise<number> {
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
  const stop = listenForShutdown(signals)
  const connection = serveStdio(() => createMcpServer({ backend, onError: tell }), {
    transport: new StdioServerTransport(input, output),
    onerror: tell,
  })
  await Promise.race([hungUp, stop.requested])
  await connection.close()
  stop.dispose()
  return 0
}
