import { readConfig } from '../config.ts'
import type { ConnectionBody } from '../contract/connections.ts'
import { defineCommand, UsageError } from './command.ts'
import { createQuietLogger } from './create-logger.ts'
import { withApp } from './open-app.ts'
import { chooseServer, serverOptions } from './server-client.ts'
import { chooseConnection, noConnectionsMessage } from './sync/choose-connections.ts'
import { formatConnections, formatRun, formatTest } from './sync/format-connections.ts'
import { runConnections } from './sync/run-connections.ts'
import { createLocalSyncBackend, createServerSyncBackend, type SyncBackend } from './sync/sync-backend.ts'
import type { Terminal } from './terminal.ts'
import { recordTerminalAction } from './terminal-audit.ts'

export const syncCommand = defineCommand({
  name: 'sync',
  operands: '[CONNECTION]',
  summary: 'List connections, or bring data sources in step with their origins now.',
  details: [
    'Without CONNECTION, lists the connections with their state, last run, last error and next run. With the name or id of',
    'one, or with --all, runs it now and waits for the end. Exits with 1 if a run or a test fails.',
  ].join('\n'),
  options: {
    all: { type: 'boolean', description: 'Run every connection.' },
    test: { type: 'boolean', description: 'Only test the connection and show its first ten items; nothing is stored.' },
    'allow-removals': {
      type: 'boolean',
      description: 'Remove items that the origin suddenly no longer lists, which are kept otherwise.',
    },
    org: { type: 'string', value: 'ID', description: 'The organization, if there are several.' },
    json: { type: 'boolean', description: 'Print the result as one JSON line.' },
    ...serverOptions,
  },
  examples: [
    'lorewell sync',
    'lorewell sync handbook',
    'lorewell sync handbook --test',
    'lorewell sync --all --json --server https://lorewell.example --key lw_…',
  ],
  async run({ options, operands: [requested] }, terminal) {
    assertConsistent(options, requested)
    const server = await chooseServer(options, terminal)
    const request: SyncRequest = { ...options, requested }
    if (server) return runSyncCommand(createServerSyncBackend(server), request, terminal)
    return runLocally(request, terminal)
  },
})

interface SyncRequest {
  requested: string | undefined
  all?: boolean
  test?: boolean
  'allow-removals'?: boolean
  org?: string
  json?: boolean
}

function assertConsistent(
  { all, test, 'allow-removals': allowRemovals }: Partial<SyncRequest>,
  requested: string | undefined,
): void {
  if (all && requested !== undefined) throw new UsageError('Choose either one connection or --all.')
  if ((test || allowRemovals) && !all && requested === undefined) {
    throw new UsageError(`${test ? '--test' : '--allow-removals'} needs the name or id of a connection, or --all.`)
  }
  if (test && allowRemovals) throw new UsageError('--test stores nothing: leave out --allow-removals.')
}

function runLocally(request: SyncRequest, terminal: Terminal): Promise<number> {
  const config = readConfig(terminal.env)
  const log = createQuietLogger(config.logLevel, terminal)
  return withApp(config, log, terminal, async (app) => {
    const { chooseOrganization } = await import('./choose-caller.ts')
    const organizationId = await chooseOrganization(app, request.org)
    const backend = createLocalSyncBackend(app, organizationId)
    const record = (action: string, { id }: ConnectionBody) =>
      recordTerminalAction(app, organizationId, action, `/connections/${id}`)
    return runSyncCommand(backend, request, terminal, {
      record,
      async finish(connections) {
        const { finishBulkLoad } = await import('./finish-bulk-load.ts')
        const hasChanged = connections.some(({ counts }) => counts.added + counts.changed + counts.removed > 0)
        await finishBulkLoad(app, terminal, { hasChanged })
      },
    })
  })
}

/** What a server does by itself. */
interface LocalDuties {
  record(action: string, connection: ConnectionBody): Promise<void>
  finish(connections: readonly ConnectionBody[]): Promise<void>
}

async function runSyncCommand(
  backend: SyncBackend,
  request: SyncRequest,
  terminal: Terminal,
  duties?: LocalDuties,
): Promise<number> {
  const connections = await backend.list()
  const { requested, all, test, json } = request
  const print = (text: string) => terminal.stdout.write(text)
  if (requested === undefined && (!all || connections.length === 0)) {
    if (json) print(`${JSON.stringify({ connections })}\n`)
    else print(connections.length === 0 ? `${noConnectionsMessage}\n` : formatConnections(connections))
    return 0
  }
  const chosen = requested === undefined ? connections : [chooseConnection(connections, requested)]
  for (const connection of chosen) await duties?.record(test ? 'tryConnection' : 'syncConnection', connection)
  if (test) return testConnections(backend, chosen, request, terminal)

  const allowRemovals = request['allow-removals'] ?? false
  const { connections: ended, isInterrupted } = await runConnections(backend, chosen, { allowRemovals }, terminal)
  if (!isInterrupted) await duties?.finish(ended)
  if (json) print(`${JSON.stringify({ connections: ended })}\n`)
  else for (const connection of ended) print(formatRun(connection))
  if (isInterrupted) {
    terminal.stderr.write(
      `Interrupted. What is written stays; ${duties ? 'the next sync or start continues' : 'the server goes on'}.\n`,
    )
  }
  const isDone = ({ state, outcome }: ConnectionBody) => state === 'idle' && outcome === 'done'
  return !isInterrupted && ended.every(isDone) ? 0 : 1
}

async function testConnections(
  backend: SyncBackend,
  chosen: readonly ConnectionBody[],
  { json }: SyncRequest,
  { stdout }: Terminal,
): Promise<number> {
  const tests = []
  for (const connection of chosen) {
    const result = await backend.test(connection)
    tests.push({ id: connection.id, ...result })
    if (!json) stdout.write(formatTest(connection, result))
  }
  if (json) stdout.write(`${JSON.stringify({ tests })}\n`)
  return tests.every(({ ok }) => ok) ? 0 : 1
}
