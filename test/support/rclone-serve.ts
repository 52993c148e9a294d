import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'

export type ServedProtocol = 'webdav' | 'sftp'

const ownPassword = 's3cret-password'

/** Serves a folder with rclone's own server, on the same port after each start. Changes show once its cache has expired. */
export async function serveWithRclone(protocol: ServedProtocol, folder: string, { cacheTime = '0s' } = {}) {
  const port = await freePort()
  const args = ['--addr', `127.0.0.1:${port}`, '--user', 'ada', '--dir-cache-time', cacheTime, folder]
  let child: ChildProcess | undefined
  const start = async ({ password = ownPassword } = {}) => {
    child = spawn('rclone', ['serve', protocol, '--pass', password, ...args], {
      stdio: 'ignore',
      env: { PATH: process.env.PATH, HOME: tmpdir() },
    })
    const failed = once(child, 'error').then(([error]) => Promise.reject(error))
    await Promise.race([failed, waitForPort(port)])
  }
  await start()
  const obscured = execFileSync('rclone', ['obscure', ownPassword], { encoding: 'utf8' }).trim()
  return {
    host: `127.0.0.1:${port}`,
    /** The section of rclone.conf that reads it. */
    config:
      protocol === 'webdav'
        ? `[files]\ntype = webdav\nurl = http://127.0.0.1:${port}\nvendor = other\nuser = ada\npass = ${obscured}`
        : `type = sftp\nhost = 127.0.0.1\nport = ${port}\nuser = ada\npass = ${obscured}\nshell_type = none\ndisable_hashcheck = true`,
    start,
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
    get pid() {
      return child?.pid
    },
  }
}

async function waitForPort(port: number): Promise<void> {
  while (!(await canConnect(port))) await wait(20)
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('connect', () => socket.destroy())
    socket.once('error', () => resolve(false))
  })
}
