// Creates the folder of the test database: DIR/root is a small Debian from debootstrap. DIR/made-of is written last and lists
// its packages; if it is missing or different, root is created again.
import { spawn, spawnSync } from 'node:child_process'
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const suite = 'trixie'
const packages = ['postgresql-17', 'postgresql-17-pgvector']
const recipe = `${suite} ${packages.join(' ')}\n`
const lockName = 'test-postgres.lock'
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin`, DEBIAN_FRONTEND: 'noninteractive' }
let lock

export async function makeFolder(dir, { beforeRemoval }) {
  if (isComplete(dir)) return
  const root = join(dir, 'root')
  if (existsSync(root)) {
    say(`${root} is incomplete or out of date: creating it again`)
    beforeRemoval()
    removeRoot(dir)
  }
  requireDebian()
  installDebootstrap()
  await debootstrap(dir)
  writeFileSync(join(dir, 'made-of'), recipe)
}

export function isComplete(dir) {
  const marker = join(dir, 'made-of')
  return existsSync(marker) && readFileSync(marker, 'utf8') === recipe
}

/** Locks the folder until this process and debootstrap have ended, even if this process is killed first. */
export function lockFolder(dir) {
  const path = join(dir, lockName)
  mkdirSync(dir, { recursive: true })
  if (!existsSync(path) && readdirSync(dir).length > 0) {
    throw new Error(`${dir} is not empty and not a test database folder. Pass a new folder with --dir.`)
  }
  lock = openSync(path, 'a')
  // flock(1) locks the open file description that both processes share, so the lock outlives flock itself.
  const take = (...options) => spawnSync('flock', [...options, '3'], { stdio: ['ignore', 2, 2, lock] })
  if (take('--nonblock').status === 0) return
  say('waiting for another run on this folder')
  if (take().status !== 0) throw new Error(`could not lock ${path}.`)
}

/** Prints a progress message with the seconds since the start. */
export function say(text) {
  console.error(`[${process.uptime().toFixed(0).padStart(3)} s] ${text}`)
}

function removeRoot(dir) {
  const root = join(dir, 'root')
  // The marker goes first: an interrupted removal must not look complete.
  rmSync(join(dir, 'made-of'), { force: true })
  // A killed debootstrap leaves proc and sys mounted; their content must not be deleted.
  for (const mount of mountsBelow(root)) spawnSync('umount', [mount])
  const left = mountsBelow(root)
  if (left.length > 0) throw new Error(`still mounted: ${left.join(', ')}. Unmount it and try again.`)
  rmSync(root, { recursive: true, force: true })
}

function mountsBelow(root) {
  const points = readFileSync('/proc/self/mountinfo', 'utf8').split('\n')
  const decode = (text = '') => text.replace(/\\(\d{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8)))
  return points
    .map((line) => decode(line.split(' ')[4]))
    .filter((point) => point.startsWith(`${root}/`))
    .reverse()
}

function requireDebian() {
  if (spawnSync('apt-get', ['--version']).status === 0) return
  throw new Error(
    'this needs Debian or a derivative with apt-get. Otherwise set TEST_DATABASE_URL to your own PostgreSQL with pgvector.',
  )
}

function installDebootstrap() {
  say('reading the package lists')
  runQuietly('apt-get', ['update'])
  if (spawnSync('debootstrap', ['--version'], { env }).status === 0) return
  say('installing debootstrap')
  runQuietly('apt-get', ['install', '-y', '--no-install-recommends', 'debootstrap', 'debian-archive-keyring'])
}

function runQuietly(command, args) {
  const run = spawnSync(command, args, { env, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${run.stdout}${run.stderr}`)
}

async function debootstrap(dir) {
  const logPath = join(dir, 'debootstrap.log')
  const args = ['--variant=minbase', `--include=${packages.join(',')}`, suite, join(dir, 'root')]
  const mirror = debianMirror()
  if (mirror) args.push(mirror)
  say(`creating a Debian ${suite} with ${packages.join(' and ')} in ${dir}`)
  // If this process dies, debootstrap gets a signal, unmounts and ends.
  const child = spawn('setpriv', ['--pdeathsig', 'TERM', 'debootstrap', ...args], {
    env: { ...env, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe', lock],
  })
  const log = createWriteStream(logPath)
  const progress = reportProgress()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`)
      progress.see(line)
    })
  }
  const status = await new Promise((done, fail) => child.on('error', fail).on('close', done)).finally(progress.end)
  await new Promise((done) => log.end(done))
  if (status !== 0) {
    const lines = readFileSync(logPath, 'utf8').trimEnd().split('\n').slice(-15)
    throw new Error(`debootstrap failed (full log: ${logPath}):\n${lines.join('\n')}`)
  }
}

/** Returns the Debian mirror that this machine uses; undefined leaves the choice to debootstrap. */
function debianMirror() {
  const args = ['indextargets', '--format', '$(REPO_URI)', 'Label: Debian', 'Component: main', 'Created-By: Packages']
  const lines = spawnSync('apt-get', args, { encoding: 'utf8' }).stdout.split('\n')
  return lines.find((line) => /^(https?|file|copy):/.test(line))
}

function reportProgress() {
  const verbs = new Map([
    ['Retrieving', 'downloading packages'],
    ['Extracting', 'extracting the base'],
    ['Unpacking', 'unpacking packages'],
    ['Configuring', 'configuring packages'],
  ])
  let verb
  let count = 0
  const timer = setInterval(() => verb && say(`${verbs.get(verb)}: ${count} so far`), 10_000)
  return {
    see(line) {
      const found = /^I: (\w+) /.exec(line)?.[1]
      if (!verbs.has(found)) return
      if (found !== verb) {
        verb = found
        count = 0
        say(verbs.get(verb))
      }
      count++
    },
    end: () => clearInterval(timer),
  }
}
