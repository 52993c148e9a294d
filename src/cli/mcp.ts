import { Readable, Writable } from 'node:stream'
import type { Caller } from '../access/caller.ts'
import type { App } from '../app.ts'
import { readConfig } from '../config.ts'
import { disabledMessage } from '../contract/errors.ts'
import { AppError } from '../errors.ts'
import type { McpBackend } from '../mcp/mcp-backend.ts'
import { defineCommand } from './command.ts'
import { createQuietLogger } from './create-logger.ts'
import { withApp } from './open-app.ts'
import { chooseServer, firstCallOptions, serverOptions } from './server-client.ts'
import { listenForShutdown } from './shutdown-signal.ts'
import type { Terminal } from './terminal.ts'
import { recordTerminalAction } from './terminal-audit.ts'

export const mcpCommand = defineCommand({
  name: 'mcp',
  operands: '',
  summary: 'Serve agents over standard input and output (Model Context Protocol).',
  details: [
    'For agents that start their MCP servers as child processes. With --server it forwards to a running server and acts as',
    'the owner of the key; without, it opens the store and acts as the user given by --as. A running server also serves',
    'agents directly, at /mcp.',
  ].join('\n'),
  options: {
    as: {
      type: 'string',
      value: 'EMAIL',
      description: 'The user to act as. Default: the only user, or the first admin.',
    },
    org: { type: 'string', value: 'ID', description: 'The organization, if there are several.' },
    ...serverOptions,
  },
  examples: ['lorewell mcp --server https://lorewell.example --key lw_…', 'lorewell mcp --as ada@acme.test'],
  async run({ options }, terminal) {
    const server = await chooseServer(options, terminal)
    if (server) {
      const { createRemoteBackend } = await import('../mcp/remote-backend.ts')
      // Fails now if the key is wrong: agents rarely show later errors to their users.
      await server.client.me({}, firstCallOptions)
      return serveBackend(createRemoteBackend(server.client), terminal)
    }
    const config = readConfig(terminal.env)
    const log = createQuietLogger(config.logLevel, terminal)
    return withApp(config, log, terminal, async (app) => serveBackend(await createCliBackend(app, options), terminal))
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
    // Reloaded for each call, as for a request: permissions can change while the command runs.
    loadCaller: async (): Promise<Caller> => {
      const person = await loadCaller(app, organizationId, caller.email)
      if (!person)
        throw new AppError(
          'unauthorized',
          `The user ${caller.email} no longer exists. Start the command again with --as EMAIL.`,
        )
      return person
    },
    // Rate limits apply only to shared servers.
    admit: async ({ askEnabled }, { requiresAskEnabled }, work) => {
      if (requiresAskEnabled && !askEnabled) throw new AppError('disabled', disabledMessage)
      return work()
    },
    audit: (person, endpoint, { params, body, outcome, result }) =>
      recordTerminalAction(app, organizationId, endpoint.operationId, auditedResource(endpoint, params, body, result), {
        person,
        outcome,
      }),
  })
}

/** Serves until standard input closes or the process receives a signal. Standard output belongs to the protocol. */
async function serveBackend(backend: McpBackend, { stdin, stdout, stderr, signals }: Terminal): Promise<number> {
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio')
  const { createMcpServer } = await import('../mcp/mcp-server.ts')
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      stdout.write(chunk.toString('utf8'))
      done()
    },
  })
  const reportError = (error: unknown) => stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  const input = Readable.from(stdin)
  const inputClosed = new Promise<void>((resolve) => input.once('close', resolve))
  const stop = listenForShutdown(signals)
  const connection = serveStdio(() => createMcpServer({ backend, onError: reportError }), {
    transport: new StdioServerTransport(input, output),
    onerror: reportError,
  })
  await Promise.race([inputClosed, stop.requested])
  await connection.close()
  stop.dispose()
  return 0
}
