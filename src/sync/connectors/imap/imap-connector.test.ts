import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ImapFlow } from 'imapflow'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectorDeps, listChanges, temporaryFolder } from '../../../../test/support/connector-deps.ts'
import { freePort } from '../../../../test/support/free-port.ts'
import { imapConnector } from './imap-connector.ts'

const message = (subject: string, text: string) =>
  `From: ada@example.com\r\nTo: team@example.com\r\nSubject: ${subject}\r\nDate: Mon, 2 Mar 2026 10:00:00 +0000\r\n\r\n${text}\r\n`

/** Starts Dovecot with one account, and a client that changes its mailbox. */
async function startDovecot() {
  const folder = await temporaryFolder()
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'mail'))
  chmodSync(join(folder, 'mail'), 0o777)
  writeFileSync(join(folder, 'users'), 'ada:{PLAIN}s3cret\n')
  chmodSync(join(folder, 'users'), 0o644)
  const port = await freePort()
  const configuration = `
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
  writeFileSync(join(folder, 'dovecot.conf'), configuration)
  const server = spawn('/usr/sbin/dovecot', ['-F', '-c', join(folder, 'dovecot.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise((resolve) => server.once('exit', resolve))
  const stop = async () => {
    server.kill()
    await exited
  }
  onTestFinished(stop)
  let log = ''
  server.stderr.on('data', (text: Buffer) => {
    log += text
  })
  await expect.poll(() => log, { interval: 50 }).toContain('starting up')
  const client = new ImapFlow({
    host: '127.0.0.1',
    port,
    secure: false,
    auth: { user: 'ada', pass: 's3cret' },
    logger: false,
  })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.close())
  const deps = await connectorDeps({ allow: [`127.0.0.1:${port}`] })
  const settings = { host: '127.0.0.1', port, encryption: 'none' as const, user: 'ada', password: 's3cret' }
  const read = async (cursor?: string, other: object = {}) => {
    const reader = await imapConnector.connect({ ...settings, ...other }, deps)
    return listChanges(reader, cursor).finally(() => reader.close())
  }
  return { client, read, settings, stop }
}

const titles = ({ items }: { items: ReadonlyMap<string, { title: string }> }) =>
  [...items.values()].map(({ title }) => title).sort()

describe('a mailbox', () => {
  it('is read as messages; new and deleted ones follow, and nothing is listed in between', async () => {
    const { client, read } = await startDovecot()
    await client.append('INBOX', message('Leave =?utf-8?q?=C3=BC?=', 'Thirty days'))
    await client.mailboxCreate('Projects/Ärger')
    await client.append('Projects/Ärger', message('Project', 'Late'))
    await client.append('Trash', message('Gone', 'gone'))
    const first = await read()
    expect(titles(first)).toEqual(['Leave ü', 'Project'])
    expect(first.isComplete).toBe(true)
    expect(Object.values(first.texts).join()).toContain('Thirty days')
    const same = await read(first.cursor)
    expect(same).toMatchObject({ isComplete: false, cursor: first.cursor })
    expect(titles(same)).toEqual([])

    await client.append('INBOX', message('Second', 'two'))
    const lock = await client.getMailboxLock('INBOX')
    await client.messageDelete('1', {})
    lock.release()
    const second = await read(first.cursor)
    expect(titles(second)).toEqual(['Project', 'Second'])
    expect(second.isComplete).toBe(true)
    const project = (listed: typeof first) =>
      [...listed.items.values()].find(({ title }) => title === 'Project')?.version
    expect(project(second)).toBe(project(first))
  })

  it('is read from chosen folders, and large messages are skipped', async () => {
    const { client, read } = await startDovecot()
    await client.append('INBOX', message('Inbox', 'x'))
    await client.mailboxCreate('Projects/A')
    await client.append('Projects/A', message('Large', 'x'.repeat(1_100_000)))
    const { texts } = await read(undefined, { folders: 'Projects/**' })
    expect(Object.values(texts)).toEqual(['skipped: larger than 1 MB'])
  })

  it('explains a wrong password, an outage and a forbidden host, without the password', async () => {
    const { read, settings, stop } = await startDovecot()
    const error = await read(undefined, { password: 'wr0ng-word' }).catch((one: Error) => one)
    expect(error).toMatchObject({ name: 'OriginError', message: expect.stringContaining('refuses') })
    expect(String(error)).not.toContain('wr0ng')
    await expect(imapConnector.connect(settings, await connectorDeps())).rejects.toThrow('SYNC_ALLOW')
    await stop()
    await expect(read()).rejects.toThrow('cannot be reached')
  })
})
