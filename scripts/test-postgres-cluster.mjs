// The clusters of a test database: data in DIR/root/data/NAME, log beside it in NAME.log, the port last used in DIR/NAME.port.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { say } from './test-postgres-root.mjs'

const bin = '/usr/lib/postgresql/17/bin'
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=/tmp',
  // The folder has no /dev/shm of its own.
  'dynamic_shared_memory_type=mmap',
  // Test data can be lost in a power cut; waiting for the disk would make tests slow.
  'fsync=off',
  'full_page_writes=off',
  'max_connections=200',
  // The replica has no slot; it can fall behind by this much.
  'wal_keep_size=1GB',
  'shared_buffers=256MB',
]

/** Starts the cluster unless it is running; returns its port. */
export async function startCluster(dir, name, requestedPort) {
  const running = runningPort(dir, name)
  if (running && requestedPort && running !== requestedPort) {
    throw new Error(`${name} is already running on port ${running}. Stop it with "down" first to change the port.`)
  }
  if (running) return running
  initializeCluster(dir, name)
  return run(dir, name, requestedPort)
}

/** Starts a streaming replica of a running cluster unless it is running; returns its port. */
export async function startReplica(dir, name) {
  const replica = replicaOf(name)
  const running = runningPort(dir, replica)
  if (running) return running
  // Copied at every start: after a long stop, the primary may no longer have the missing WAL.
  copyCluster(dir, name, replica, ['--write-recovery-conf'])
  return run(dir, replica)
}

/** Makes the replica of a cluster a primary of its own; returns its port. */
export function promoteReplica(dir, name) {
  const replica = replicaOf(name)
  const run = asPostgres(dir, 'pg_ctl', ['-D', `/data/${replica}`, '-t', '60', '-w', 'promote'])
  if (run.status !== 0) throw new Error(`${replica} could not be promoted:\n${run.stderr}${logTail(dir, replica)}`)
  return runningPort(dir, replica)
}

/** Copies the data of a running cluster aside, for `restoreCluster`. */
export function saveCluster(dir, name) {
  copyCluster(dir, name, `${name}-saved`)
}

/** Replaces the data of a cluster by the saved copy, and starts it on its port; returns that. */
export function restoreCluster(dir, name) {
  stopCluster(dir, name)
  rmSync(dataDir(dir, name), { recursive: true, force: true })
  renameSync(dataDir(dir, `${name}-saved`), dataDir(dir, name))
  return run(dir, name)
}

/** Stops a cluster, its replica and its saved copy, and deletes their data. */
export function removeCluster(dir, name) {
  for (const each of [replicaOf(name), `${name}-saved`, name]) {
    if (clusterNames(dir).includes(each)) stopCluster(dir, each)
    rmSync(dataDir(dir, each), { recursive: true, force: true })
  }
}

function copyCluster(dir, name, copy, options = []) {
  rmSync(dataDir(dir, copy), { recursive: true, force: true })
  say(`copying ${name} to ${copy}`)
  const from = ['-h', '127.0.0.1', '-p', String(runningPort(dir, name)), '-U', 'postgres']
  const args = [...from, '-D', `/data/${copy}`, ...options, '--checkpoint=fast', '--no-sync']
  const copied = asPostgres(dir, 'pg_basebackup', args)
  if (copied.status !== 0) throw new Error(`${copy} could not be created:\n${copied.stderr}`)
}

export function replicaOf(name) {
  return `${name}-replica`
}

async function run(dir, name, requestedPort) {
  const port = requestedPort ?? (await choosePort(dir, name))
  const options = [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(' ')
  say(`starting ${name} on port ${port}`)
  const args = ['-D', `/data/${name}`, '-l', `/data/${name}.log`, '-o', options, '-t', '60', '-w', 'start']
  const started = asPostgres(dir, 'pg_ctl', args)
  if (started.status !== 0) throw new Error(`${name} did not start:\n${started.stderr}${logTail(dir, name)}`)
  writeFileSync(portFile(dir, name), `${port}\n`)
  return port
}

export function stopCluster(dir, name, mode = 'fast') {
  if (!runningPort(dir, name)) return say(`${name} is not running`)
  const run = asPostgres(dir, 'pg_ctl', ['-D', `/data/${name}`, '-m', mode, '-w', 'stop'])
  if (run.status !== 0) throw new Error(`${name} did not stop:\n${run.stderr}`)
  say(`${name} stopped`)
}

export function runningPort(dir, name) {
  const pidFile = join(dataDir(dir, name), 'postmaster.pid')
  if (!existsSync(pidFile)) return undefined
  if (asPostgres(dir, 'pg_ctl', ['-D', `/data/${name}`, 'status']).status !== 0) return undefined
  const port = Number(readFileSync(pidFile, 'utf8').split('\n')[3])
  const ready = asPostgres(dir, 'pg_isready', ['-q', '-h', '127.0.0.1', '-p', String(port), '-t', '30'])
  if (ready.status !== 0)
    throw new Error(`${name} runs on port ${port} but accepts no connections.${logTail(dir, name)}`)
  return port
}

export function clusterNames(dir) {
  const data = join(dir, 'root/data')
  if (!existsSync(data)) return []
  return readdirSync(data).filter((name) => existsSync(join(data, name, 'PG_VERSION')) && !name.endsWith('.new'))
}

function initializeCluster(dir, name) {
  const target = dataDir(dir, name)
  if (existsSync(target)) return
  const { uid, gid } = postgresUser(dir)
  mkdirSync(join(dir, 'root/data'), { recursive: true })
  chownSync(join(dir, 'root/data'), uid, gid)
  // Created under another name and renamed, so that an interrupted initdb doesn't look like a cluster.
  rmSync(`${target}.new`, { recursive: true, force: true })
  say(`creating the cluster ${name}`)
  const args = [
    '-D',
    `/data/${name}.new`,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]
  const run = asPostgres(dir, 'initdb', args)
  if (run.status !== 0) throw new Error(`initdb failed:\n${run.stdout}${run.stderr}`)
  renameSync(`${target}.new`, target)
}

async function choosePort(dir, name) {
  const file = portFile(dir, name)
  const previous = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  return (previous && (await freePort(previous))) || freePort(0)
}

/** Returns the port if it is free (0 chooses any), else undefined. */
function freePort(port) {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(undefined))
    server.listen({ port, host: '127.0.0.1' }, () => {
      const bound = server.address().port
      server.close(() => done(bound))
    })
  })
}

function asPostgres(dir, program, args) {
  const { uid, gid } = postgresUser(dir)
  const command = [`--userspec=${uid}:${gid}`, '--groups=', join(dir, 'root'), `${bin}/${program}`, ...args]
  // The caller's locale and PG* variables must not apply in the chroot.
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', HOME: '/var/lib/postgresql' }
  return spawnSync('chroot', command, { env, encoding: 'utf8' })
}

function postgresUser(dir) {
  const passwd = readFileSync(join(dir, 'root/etc/passwd'), 'utf8')
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(passwd) ?? []
  if (!uid) throw new Error(`no user postgres in ${dir}/root: remove ${dir} and run "up" again.`)
  return { uid: Number(uid), gid: Number(gid) }
}

function logTail(dir, name) {
  const log = join(dir, 'root/data', `${name}.log`)
  return existsSync(log) ? `\n${readFileSync(log, 'utf8').trimEnd().split('\n').slice(-15).join('\n')}` : ''
}

function dataDir(dir, name) {
  return join(dir, 'root/data', name)
}

function portFile(dir, name) {
  return join(dir, `${name}.port`)
}
