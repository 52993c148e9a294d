import { rm } from 'node:fs/promises'
import type { ImapFlow } from 'imapflow'
import { imapConnector } from '../../../src/sync/connectors/imap/imap-connector.ts'
import { startDovecot } from '../../support/dovecot.ts'
import { createOriginFolder, type OriginKind } from './origin.ts'

const inbox = 'INBOX'
const archive = 'Archive'

/** Messages never change: another text is another message. A rename moves one to another folder. */
export const imapOrigin: OriginKind = {
  name: 'imap',
  programs: ['/usr/sbin/dovecot'],
  async create() {
    const folder = await createOriginFolder()
    const server = await startDovecot(folder)
    const places = new Map<string, { mailbox: string; uid: number }>()
    let client: ImapFlow | undefined
    const connected = async () => {
      if (client?.usable) return client
      client = await server.connect()
      return client
    }
    const within = async <T>(mailbox: string, work: (open: ImapFlow) => Promise<T>): Promise<T> => {
      const open = await connected()
      const lock = await open.getMailboxLock(mailbox)
      try {
        return await work(open)
      } finally {
        lock.release()
      }
    }
    const place = (name: string) => places.get(name) ?? { mailbox: inbox, uid: 0 }
    const remove = async (name: string) => {
      const { mailbox, uid } = place(name)
      await within(mailbox, (open) => open.messageDelete(String(uid), { uid: true }))
      places.delete(name)
    }
    await (await connected()).mailboxCreate(archive)

    return {
      connector: imapConnector,
      settings: server.settings,
      config: { syncAllow: [server.host] },
      async write(texts) {
        for (const [name, text] of Object.entries(texts)) {
          if (places.has(name)) await remove(name)
          const message = `From: ada@example.com\r\nTo: team@example.com\r\nSubject: ${name}\r\nDate: Mon, 2 Mar 2026 10:00:00 +0000\r\n\r\n${text}\r\n`
          const added = await (await connected()).append(inbox, message)
          places.set(name, { mailbox: inbox, uid: added ? (added.uid ?? 0) : 0 })
        }
      },
      async rename(from, to) {
        const { mailbox, uid } = place(from)
        const moved = await within(mailbox, (open) => open.messageMove(String(uid), archive, { uid: true }))
        places.delete(from)
        places.set(to, { mailbox: archive, uid: moved ? (moved.uidMap?.get(uid) ?? 0) : 0 })
      },
      remove,
      async break() {
        client?.close()
        await server.stop()
      },
      async deny() {
        client?.close()
        await server.stop()
        server.setPassword('an0ther')
        await server.start()
      },
      async restore() {
        client?.close()
        await server.stop()
        server.restorePassword()
        await server.start()
      },
      removalsAfterMs: 0,
      async close() {
        client?.close()
        await server.stop()
        await rm(folder, { recursive: true, force: true })
      },
    }
  },
}
