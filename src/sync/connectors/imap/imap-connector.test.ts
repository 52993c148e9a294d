import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectorDeps, listChanges, temporaryFolder } from '../../../../test/support/connector-deps.ts'
import { startDovecot } from '../../../../test/support/dovecot.ts'
import { imapConnector } from './imap-connector.ts'

const message = (subject: string, text: string) =>
  `From: ada@example.com\r\nTo: team@example.com\r\nSubject: ${subject}\r\nDate: Mon, 2 Mar 2026 10:00:00 +0000\r\n\r\n${text}\r\n`

async function startMailbox() {
  const server = await startDovecot(await temporaryFolder())
  onTestFinished(server.stop)
  const client = await server.connect()
  onTestFinished(() => client.close())
  const deps = await connectorDeps({ allow: [server.host] })
  const { settings, stop } = server
  const read = async (cursor?: string, other: object = {}) => {
    const reader = await imapConnector.connect({ ...settings, ...other }, deps)
    return listChanges(reader, cursor).finally(() => reader.close())
  }
  return { client, read, settings, stop }
}

/** Passes everything on to a server, except that it refuses a command. */
async function startRefusingProxy(serverPort: number, command: string): Promise<{ port: number }> {
  const proxy = createServer((client) => {
    const server = connect(serverPort, '127.0.0.1')
    server.pipe(client)
    client.on('data', (text) => {
      const [tag = '', ...words] = text.toString().split(' ')
      if (words.join(' ').startsWith(command)) client.write(`${tag} NO [UNAVAILABLE] Try again later\r\n`)
      else server.write(text)
    })
    for (const one of [client, server]) one.on('error', () => {})
    client.on('close', () => server.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  return { port: (proxy.address() as AddressInfo).port }
}

const titles = ({ items }: { items: ReadonlyMap<string, { title: string }> }) =>
  [...items.values()].map(({ title }) => title).sort()

describe('a mailbox', () => {
  it('is read as messages; new and deleted ones follow, and nothing is listed in between', async () => {
    const { client, read } = await startMailbox()
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
    const { client, read } = await startMailbox()
    await client.append('INBOX', message('Inbox', 'x'))
    await client.mailboxCreate('Projects/A')
    await client.append('Projects/A', message('Large', 'x'.repeat(1_100_000)))
    const { texts } = await read(undefined, { folders: 'Projects/**' })
    expect(Object.values(texts)).toEqual(['skipped: larger than 1 MB'])
  })

  it.each(['STATUS', 'UID SEARCH'])('counts as unread where the server refuses %s', async (command) => {
    const { client, settings } = await startMailbox()
    await client.append('INBOX', message('Leave', 'Thirty days'))
    await client.mailboxCreate('Projects')
    await client.append('Projects', message('Project', 'Late'))
    const refusing = await startRefusingProxy(settings.port, command)
    const deps = await connectorDeps({ allow: [`127.0.0.1:${refusing.port}`] })
    const reader = await imapConnector.connect({ ...settings, port: refusing.port }, deps)
    onTestFinished(() => reader.close())
    await expect(listChanges(reader)).rejects.toMatchObject({
      name: 'OriginError',
      message: expect.stringMatching(/^127\.0\.0\.1 did not list the messages of the folder /),
    })
  })

  it('explains a wrong password, an outage and a forbidden host, without the password', async () => {
    const { read, settings, stop } = await startMailbox()
    const error = await read(undefined, { password: 'wr0ng-word' }).catch((one: Error) => one)
    expect(error).toMatchObject({ name: 'OriginError', message: expect.stringContaining('refuses') })
    expect(String(error)).not.toContain('wr0ng')
    await expect(imapConnector.connect(settings, await connectorDeps())).rejects.toThrow('SYNC_ALLOW')
    await stop()
    await expect(read()).rejects.toThrow('cannot be reached')
  })
})
