import type { ImapFlow } from 'imapflow'
import { z } from 'zod'
import { type Connector, type ConnectorDeps, type OriginChange, OriginError, type OriginItem } from '../../connector.ts'
import { idFromPath, tooLarge, versionOf } from '../file-item.ts'
import { createPathFilter } from '../path-filter.ts'
import { optionalText, requiredText } from '../setting-fields.ts'

const imapSettings = z.strictObject({
  host: requiredText({
    title: 'Server',
    description: 'Host name of the IMAP server, such as imap.example.com',
    maxLength: 255,
    pattern: /^[a-z0-9][a-z0-9.:-]*$/i,
    message: 'must be a host name',
  }),
  port: z.int().min(1).max(65_535).optional().describe('993 if empty; 143 without TLS').meta({ title: 'Port' }),
  encryption: z
    .enum(['TLS', 'STARTTLS', 'none'])
    .optional()
    .describe('TLS if empty. None sends the password readably: only within one machine')
    .meta({ title: 'Encryption' }),
  user: requiredText({ title: 'User name', description: 'Usually the mail address', maxLength: 320 }),
  password: requiredText({
    title: 'Password',
    description: 'Or an app password, where the provider needs one',
    maxLength: 1000,
  }),
  folders: optionalText({
    title: 'Folders',
    description: 'One pattern per line, such as INBOX or Projects/**. Empty: all but drafts, spam and trash',
    maxLength: 2000,
    isMultiline: true,
  }),
})

type ImapSettings = z.infer<typeof imapSettings>

const skippedUses = new Set(['\\Trash', '\\Junk', '\\Drafts', '\\All', '\\Flagged'])
const chunkSize = 500

/** Reads the messages of a mailbox. They never change, so only new and deleted ones are of interest. */
export const imapConnector: Connector<ImapSettings> = {
  kind: 'imap',
  name: 'Mailbox (IMAP)',
  description: 'Messages with their attachments from the folders of a mailbox, such as a support address.',
  settings: imapSettings,
  secrets: ['password'],

  async connect(settings, deps) {
    const client = await openMailbox(settings, deps)
    return {
      changes: (cursor) => listMessages(client, settings, deps, cursor),
      async close() {
        deps.signal.removeEventListener('abort', client.closeNow)
        await client.logout().catch(() => client.close())
      },
    }
  },
}

type Mailbox = ImapFlow & { closeNow: () => void }

async function openMailbox(settings: ImapSettings, deps: ConnectorDeps): Promise<Mailbox> {
  const { host, encryption = 'TLS' } = settings
  const port = settings.port ?? (encryption === 'TLS' ? 993 : 143)
  const [address = host] = await deps.addressesFor(host, port).catch((cause: Error) => {
    throw new OriginError(`${host} cannot be used: ${cause.message}. Ask the operator to list it in SYNC_ALLOW.`, {
      cause,
    })
  })
  // Loaded with the first mailbox: most services have none.
  const { ImapFlow } = await import('imapflow')
  deps.signal.throwIfAborted()
  const client = new ImapFlow({
    // The checked address; the certificate is still that of the name.
    host: address,
    servername: host,
    port,
    secure: encryption === 'TLS',
    ...(encryption === 'STARTTLS' ? { doSTARTTLS: true } : encryption === 'none' ? { doSTARTTLS: false } : {}),
    auth: { user: settings.user, pass: settings.password },
    logger: false,
    disableAutoIdle: true,
  })
  // Also emitted when a command fails, which reports the error itself.
  client.on('error', () => {})
  const closeNow = () => client.close()
  deps.signal.addEventListener('abort', closeNow, { once: true })
  try {
    await client.connect()
  } catch (cause) {
    client.close()
    deps.signal.throwIfAborted()
    const isRefused = (cause as { authenticationFailed?: boolean }).authenticationFailed
    throw new OriginError(
      isRefused
        ? `${host} refuses the user name or the password. Check both.`
        : `${host} cannot be reached by IMAP. Check server, port and encryption.`,
      { cause },
    )
  }
  return Object.assign(client, { closeNow })
}

/** The cursor holds the state of each folder: it changes with every new and every deleted message (RFC 9051, 2.3.1.1). */
async function* listMessages(
  client: Mailbox,
  settings: ImapSettings,
  deps: ConnectorDeps,
  cursor: string | undefined,
): AsyncGenerator<OriginChange> {
  try {
    const folders = await listFolders(client, settings)
    const newCursor = versionOf(...folders.map(({ path, state }) => `${path} ${state}`))
    if (newCursor === cursor) return yield { kind: 'end', isComplete: false, cursor }
    for (const { path } of folders) yield* listFolder(client, path, settings, deps)
    yield { kind: 'end', isComplete: true, cursor: newCursor }
  } catch (cause) {
    throw explain(cause, settings, deps)
  }
}

function explain(cause: unknown, { host }: ImapSettings, { signal }: ConnectorDeps): unknown {
  if (signal.aborted) return signal.reason
  if (cause instanceof OriginError) return cause
  return new OriginError(`${host} ended the connection while messages were read.`, { cause })
}

async function listFolders(client: Mailbox, settings: ImapSettings) {
  const isChosen = settings.folders ? createPathFilter({ files: settings.folders }) : undefined
  const folders: { path: string; state: string }[] = []
  for (const { path, delimiter, specialUse, flags } of await client.list()) {
    if (flags.has('\\Noselect') || flags.has('\\NonExistent')) continue
    const name = delimiter ? path.split(delimiter).join('/') : path
    if (isChosen ? !isChosen(name) : skippedUses.has(specialUse ?? '')) continue
    const status = await client.status(path, { uidValidity: true, uidNext: true, messages: true })
    // The library returns false where the server refuses, or the connection is lost.
    if (!status) throw unlistedError(settings, path)
    folders.push({ path, state: `${status.uidValidity} ${status.uidNext} ${status.messages}` })
  }
  return folders.sort((a, b) => (a.path < b.path ? -1 : 1))
}

function unlistedError({ host }: ImapSettings, path: string): OriginError {
  return new OriginError(`${host} did not list the messages of the folder ${path}. It will be tried again.`)
}

async function* listFolder(
  client: Mailbox,
  path: string,
  settings: ImapSettings,
  deps: ConnectorDeps,
): AsyncGenerator<OriginItem> {
  const uids = await withFolder(client, path, () => client.search({ all: true }, { uid: true }))
  // As above. An empty folder gives an empty list: its messages would be removed.
  if (!uids) throw unlistedError(settings, path)
  for (let start = 0; start < uids.length; start += chunkSize) {
    const chunk = uids.slice(start, start + chunkSize).join(',')
    // Listed before they are given on: reading one needs the connection, too.
    const items = await withFolder(client, path, async (uidValidity) => {
      const found: OriginItem[] = []
      for await (const message of client.fetch(
        chunk,
        { envelope: true, internalDate: true, size: true },
        { uid: true },
      )) {
        const { uid, envelope, size = 0 } = message
        const folder = `${encodeURIComponent(path)};UIDVALIDITY=${uidValidity}`
        const date = new Date(message.internalDate ?? envelope?.date ?? deps.now())
        found.push({
          kind: 'item',
          id: idFromPath(`${path}/${uidValidity}/${uid}`),
          version: `${uidValidity}/${uid}`,
          title: envelope?.subject?.trim() || 'Message without subject',
          // RFC 5092.
          url: `imap://${settings.host}/${folder}/;UID=${uid}`,
          updatedAt: Number.isNaN(date.getTime()) ? deps.now() : date,
          read: async () => {
            if (size > deps.maxFileBytes) return tooLarge(deps.maxFileBytes)
            const source = await withFolder(client, path, () => readSource(client, uid)).catch((cause: Error) => {
              throw explain(cause, settings, deps)
            })
            return source
              ? { type: 'file', name: 'message.eml', bytes: source }
              : { type: 'unavailable', reason: 'deleted while it was read' }
          },
        })
      }
      return found
    })
    yield* items
  }
}

async function readSource(client: Mailbox, uid: number): Promise<Uint8Array | undefined> {
  const message = await client.fetchOne(String(uid), { source: true }, { uid: true })
  return message ? message.source : undefined
}

/** Runs one piece of work with a folder opened for reading; others wait. */
async function withFolder<T>(client: Mailbox, path: string, work: (uidValidity: bigint) => Promise<T>): Promise<T> {
  const lock = await client.getMailboxLock(path, { readOnly: true })
  try {
    return await work(client.mailbox ? client.mailbox.uidValidity : 0n)
  } finally {
    lock.release()
  }
}
