import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ImapFlow } from 'imapflow'
import { freePort } from './free-port.ts'

const user = 'ada'
const password = 's3cret'

/** Starts Dovecot with one account whose mail lies in a folder. */
export async function startDovecot(folder: string) {
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'mail'))
  chmodSync(join(folder, 'mail'), 0o777)
  const setPassword = (text: string) =>
    writeFileSync(join(folder, 'users'), `${user}:{PLAIN}${text}\n`, { mode: 0o644 })
  setPassword(password)
  const port = await freePort()
  writeFileSync(join(folder, 'dovecot.conf'), configurationOf(folder, port))
  let server: ChildProcess | undefined
  const start = async () => {
    server = spawn('/usr/sbin/dovecot', ['-F', '-c', join(folder, 'dovecot.conf')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await untilStarted(server)
  }
  await start()
  return {
    host: `127.0.0.1:${port}`,
    settings: { host: '127.0.0.1', port, encryption: 'none' as const, user, password },
    start,
    async stop() {
      if (!server || server.exitCode !== null || server.signalCode !== null) return
      const exited = once(server, 'exit')
      server.kill()
      await exited
    },
    /** Replaces the password of the account, for those who sign in from now on. */
    setPassword,
    restorePassword: () => setPassword(password),
    /** Signs in, to change the mailbox. */
    async connect(): Promise<ImapFlow> {
      const client = new ImapFlow({
        ...{ host: '127.0.0.1', port, secure: false, auth: { user, pass: password } },
        logger: false,
      })
      client.on('error', () => {})
      await client.connect()
      return client
    },
  }
}

function untilStarted(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`Dovecot ended: ${log}`)))
    server.stderr?.on('data', (text: Buffer) => {
      log = (log + text).slice(-4000)
      if (log.includes('starting up')) resolve()
    })
  })
}

function configurationOf(folder: string, port: number): string {
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = /dev/stderr
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:${folder}/mail/%u
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=65534 gid=65534 home=${folder}/mail
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Trash {
    special_use = \\Trash
    auto = create
  }
}
`
}
