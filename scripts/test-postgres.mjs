// Runs PostgreSQL with pgvector for the tests, from Debian packages in a chroot folder. Only debootstrap is installed on the
// machine itself. Standard output has only the address, so that TEST_DATABASE_URL=$(node scripts/test-postgres.mjs up)
// works; messages go to standard error.
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  clusterNames,
  promoteReplica,
  removeCluster,
  replicaOf,
  restoreCluster,
  runningPort,
  saveCluster,
  startCluster,
  startReplica,
  stopCluster,
} from './test-postgres-cluster.mjs'
import { isComplete, lockFolder, makeFolder } from './test-postgres-root.mjs'

const commands = ['up', 'down', 'url', 'crash', 'promote', 'save', 'restore', 'remove']

const help = `Usage: node scripts/test-postgres.mjs COMMAND [options]

  up     create the folder if it is missing, start PostgreSQL, print its address
  down   stop it: the cluster given by --name, or every cluster in the folder
  url    print the address of the running cluster

  crash     stop the cluster without its replica, at once, as a crash would
  promote   make the replica of the cluster a primary, print its address
  save      copy the data of the running cluster aside
  restore   put the saved data in the place of the cluster's, start it, print its address
  remove    stop the cluster and its replica, and delete their data

  --dir DIR     the folder (default: .test-postgres in the checkout)
  --name NAME   the cluster; each has its own data and port (default: main)
  --port PORT   the port for "up" (default: the previous port, or a free one)
  --replica     the streaming replica of the cluster; "up" creates and starts both
  --help        print this help

The first "up" takes one to three minutes and 750 MB. It needs root and Debian (or a derivative with apt-get). The clusters
trade durability for speed and trust every local connection: they are for tests only.`

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(`test-postgres: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

async function main(args) {
  const { command, dir, name, port, isReplica } = readArguments(args)
  if (command === 'help') return console.log(help)
  if (process.getuid?.() !== 0) {
    throw new Error(
      'this needs root, because debootstrap and chroot do. Run it as root, or set TEST_DATABASE_URL to a PostgreSQL with pgvector of your own.',
    )
  }
  if (command === 'up') {
    await lockFolder(dir)
    await makeFolder(dir, { beforeRemoval: () => stopAll(dir) })
    const primary = await startCluster(dir, name ?? 'main', port)
    return console.log(urlOf(isReplica ? await startReplica(dir, name ?? 'main') : primary))
  }
  if (command === 'down') {
    if (!isComplete(dir)) return console.error(`There is no test database in ${dir}: nothing to stop.`)
    await lockFolder(dir)
    return name ? stopWithReplica(dir, name, isReplica) : stopAll(dir)
  }
  if (['crash', 'promote', 'save', 'restore', 'remove'].includes(command)) {
    if (!name) throw new Error(`"${command}" needs --name.`)
    await lockFolder(dir)
    if (command === 'crash') return stopCluster(dir, name, 'immediate')
    if (command === 'save') return saveCluster(dir, name)
    if (command === 'remove') return removeCluster(dir, name)
    return console.log(urlOf(command === 'promote' ? promoteReplica(dir, name) : await restoreCluster(dir, name)))
  }
  const cluster = isReplica ? replicaOf(name ?? 'main') : (name ?? 'main')
  const running = isComplete(dir) ? runningPort(dir, cluster) : undefined
  if (!running) throw new Error(`${cluster} is not running in ${dir}. Start it with "up".`)
  console.log(urlOf(running))
}

function readArguments(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      dir: { type: 'string', default: fileURLToPath(new URL('../.test-postgres', import.meta.url)) },
      name: { type: 'string' },
      port: { type: 'string' },
      replica: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return { command: 'help' }
  const [command, ...rest] = positionals
  if (!commands.includes(command) || rest.length > 0) {
    throw new Error(`expected one of ${commands.join(', ')}.\n\n${help}`)
  }
  if (values.name !== undefined && !/^[a-z][a-z0-9-]{0,30}$/.test(values.name)) {
    throw new Error('--name takes lower-case letters, digits and hyphens, a letter first, 31 at most.')
  }
  const port = values.port === undefined ? undefined : Number(values.port)
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65536)) {
    throw new Error('--port takes a number from 1 to 65535.')
  }
  return { command, dir: resolve(values.dir), name: values.name, port, isReplica: values.replica }
}

/** Stops the replica first: a primary waits for it when it stops. */
function stopWithReplica(dir, name, onlyReplica) {
  for (const cluster of onlyReplica ? [replicaOf(name)] : [replicaOf(name), name]) {
    if (clusterNames(dir).includes(cluster)) stopCluster(dir, cluster)
  }
}

function stopAll(dir) {
  for (const name of clusterNames(dir).sort().reverse()) stopCluster(dir, name)
}

function urlOf(port) {
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}
