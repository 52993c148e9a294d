import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { prepareBackupDirectory } from '../backup/backup-directory.ts'
import { type Config, readConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import { enqueueSample } from './apply/sample-job.ts'
import { defineCommand } from './command.ts'
import { createLogger, createQuietLogger } from './create-logger.ts'
import { openApp } from './open-app.ts'
import { probePort } from './probe-port.ts'
import { listenForShutdown } from './shutdown-signal.ts'
import { type OpenApp, stylesFor, type Terminal } from './terminal.ts'
import { warmUpDatabase } from './warm-up-database.ts'

export const startCommand = defineCommand({
  name: 'start',
  operands: '',
  summary: 'Run the server: app, API, sign-in and MCP on one port.',
  details: [
    'Settings are environment variables (PORT, HOST, DATA_DIR, DATABASE_URL …); docs/configuration.md lists them all.',
    'By default, data is stored in ./data and the server listens on http://127.0.0.1:3000.',
  ].join('\n'),
  options: {},
  examples: ['lorewell start', 'PORT=8080 DATA_DIR=/var/lib/lorewell lorewell start'],
  otherWay: 'For a second server, set DATA_DIR to another directory and PORT to another port.',
  run: (_given, terminal) => start(terminal),
})

async function start(terminal: Terminal): Promise<number> {
  const config = await resolveConfig(terminal.env)
  prepareBackupDirectory(config.backups)
  const log = (terminal.stderr.isTTY ? createQuietLogger : createLogger)(config.logLevel, terminal)
  announceFirstStart(config, terminal)
  const opened = await openApp(config, log, terminal, () => import('../http/http-server.ts'))
  const { createHttpServer } = await import('../http/http-server.ts')
  const stop = listenForShutdown(terminal.signals, { drainMs: config.drainMs })
  let server: FastifyInstance | undefined
  let isDraining = false
  void stop.requested.then(() => {
    isDraining = true
  })
  const warming = warmUpDatabase(opened.app, opened.app.startIndexes())
  try {
    server = await createHttpServer(opened.app, {
      onSetup: (organization) => enqueueSample(opened.app, organization),
      isDraining: () => isDraining,
    })
    await listen(server, config)
    await printGreeting(config, opened, terminal)
    const signal = await stop.requested
    if (config.drainMs > 0)
      log.info({ signal, drainMs: config.drainMs }, 'draining: reporting not ready, still accepting requests')
    await stop.drained
    log.info({ signal }, 'stopping: finishing open requests')
    if (terminal.stdout.isTTY) terminal.stdout.write('\nStopping: finishing open requests.\n')
    return 0
  } finally {
    if (server) await closeServer(server)
    await warming
    await opened.close()
    stop.dispose()
  }
}

/** Creating the embedded database takes seconds without a line of output otherwise. */
function announceFirstStart({ databaseUrl, dataDir }: Config, { stdout }: Terminal): void {
  if (!stdout.isTTY || databaseUrl || existsSync(join(dataDir, 'pg'))) return
  stdout.write(`Creating the database in ${resolve(dataDir)}. This takes some seconds, the first time only.\n`)
}

async function closeServer(server: FastifyInstance): Promise<void> {
  // Open streams must not delay closing the database.
  const timer = setTimeout(() => server.server.closeAllConnections(), 7_000)
  await server.close()
  clearTimeout(timer)
}

/** Reads the settings and replaces port 0 by a free port: links contain the port before the server listens. */
async function resolveConfig(env: Terminal['env']): Promise<Config> {
  const config = readConfig(env)
  if (config.port !== 0) return config
  const port = await explainListenErrors(config, () => probePort(config.host, 0))
  return readConfig({ ...env, PORT: String(port) })
}

async function listen(server: FastifyInstance, config: Config): Promise<void> {
  const { host, port } = config
  await explainListenErrors(config, () => server.listen({ host, port }))
}

/** Replaces an error of listening that the settings cause by one that says which to change. */
async function explainListenErrors<T>({ host, port }: Config, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const unknownName = `No address was found for ${host}. Set HOST to an address of this machine, or to 0.0.0.0 for all of them.`
    const reason = {
      EADDRINUSE: `Port ${port} on ${host} is used by another program. Stop that program, or set PORT to another number: PORT=${port + 1} lorewell start`,
      EACCES: `This account is not allowed to use port ${port}. Set PORT to a number above 1023.`,
      EADDRNOTAVAIL: `This machine has no address ${host}. Set HOST to one of its addresses, or to 0.0.0.0 for all of them.`,
      ENOTFOUND: unknownName,
      EAI_AGAIN: unknownName,
    }[code ?? '']
    throw reason === undefined ? cause : new AppError('unavailable', reason, { cause })
  }
}

async function printGreeting(config: Config, { app }: OpenApp, { stdout, env }: Terminal): Promise<void> {
  const { issueSetupLink } = await import('../identity/setup.ts')
  const { bold } = stylesFor(stdout, env)
  stdout.write(`Lorewell is at ${bold(config.publicUrl)}\n`)
  const link = await issueSetupLink({ database: app.database, publicUrl: config.publicUrl })
  if (link) stdout.write(`Open this link to create the first account:\n  ${bold(link)}\n`)
}
