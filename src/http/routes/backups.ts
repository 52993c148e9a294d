import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import type { ScheduledBackups } from '../../backup/scheduled-backups.ts'
import { writeBackup } from '../../backup/write-backup.ts'
import type { Config } from '../../config.ts'
import { backupEndpoints } from '../../contract/backup-endpoints.ts'
import { AppError } from '../../errors.ts'
import type { Organizations } from '../../identity/organizations.ts'
import type { TicketBinding, Tickets } from '../../identity/tickets.ts'
import type { Database } from '../../storage/database.ts'
import { createTemporaryDirectory } from '../../storage/temporary-directory.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'
import { renderErrorsAsPages } from '../pages/page-errors.ts'

export interface BackupRoutesDeps {
  guard: Guard
  tickets: Tickets
  database: Database
  organizations: Organizations
  backups: ScheduledBackups
  config: Config
  now: () => Date
}

const downloadPath = '/downloads/backup'
const downloadTtlMs = 60_000

/** Backups of the whole service, for the admins of its only organization, in a session that was just confirmed. */
export async function backupRoutes(server: FastifyInstance, deps: BackupRoutesDeps): Promise<void> {
  const { guard, tickets, organizations, backups, config, now } = deps
  const register = createEndpointRegistrar(server, guard)

  register(backupEndpoints.readBackups, async () => ({
    isScheduled: config.backups !== undefined,
    keep: config.backups?.keep ?? null,
    isDownloadable: await organizations.isOnlyOne(),
    backups: (await backups.list()).map(({ writtenAt, ...backup }) => ({
      ...backup,
      writtenAt: writtenAt.toISOString(),
    })),
  }))

  register(backupEndpoints.downloadBackup, async ({ reply }) => {
    await requireOnlyOrganization()
    return sendBackup(reply, {})
  })

  // The browser itself downloads from this address, which no fetch could do without holding the whole file in memory.
  register(backupEndpoints.createBackupDownload, async ({ caller, body }) => {
    await requireOnlyOrganization()
    const ticket = tickets.issue(ticketFor(caller), { passphrase: body.passphrase }, { ttlMs: downloadTtlMs })
    return {
      url: `${downloadPath}?ticket=${ticket}`,
      expiresAt: new Date(now().getTime() + downloadTtlMs).toISOString(),
    }
  })

  await server.register(async (downloads) => {
    renderErrorsAsPages(downloads)
    downloads.get(downloadPath, async (request, reply) => {
      const { ticket } = request.query as Record<string, unknown>
      const { caller, passphrase } = await openDownload(request, typeof ticket === 'string' ? ticket : '')
      await guard.auditTrail.recordPageAction(request, 'downloadBackup', [caller], {
        email: caller.email,
        via: 'session',
        resource: downloadPath,
      })
      return sendBackup(reply, { passphrase })
    })
  })

  /** Returns the admin whose session the ticket was issued to; each ticket works once. */
  async function openDownload(request: FastifyRequest, ticket: string) {
    const caller = await guard.credentials.authenticate(request.headers)
    const opened = caller?.credential.kind === 'session' ? tickets.open(ticketFor(caller), ticket) : undefined
    if (!caller || !opened || caller.role !== 'admin' || !(await tickets.consume(ticket, opened)))
      throw new AppError('forbidden', 'This download has expired or was used. Start it again under Settings → Backups.')
    await requireOnlyOrganization()
    return { caller, passphrase: (opened.value as { passphrase?: string }).passphrase }
  }

  async function requireOnlyOrganization(): Promise<void> {
    if (!(await organizations.isOnlyOne()))
      throw new AppError(
        'forbidden',
        'A backup contains every organization of this service. Take it on the server with "lorewell backup".',
      )
  }

  let isRunning = false
  async function sendBackup(reply: FastifyReply, { passphrase }: { passphrase?: string | undefined }) {
    if (isRunning)
      throw new AppError('unavailable', 'A backup is already being taken. Try again when it is done.', {
        retryAfterSeconds: 30,
      })
    isRunning = true
    try {
      const { file, size } = await openTemporaryBackup(deps, passphrase)
      return reply
        .type('application/octet-stream')
        .header('content-length', size)
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="lorewell.backup"')
        .send(file)
    } finally {
      isRunning = false
    }
  }
}

function ticketFor({ credential }: Caller): TicketBinding {
  return { purpose: 'backup-download', holder: credential.id }
}

/**
 * Writes a backup to a temporary file. It is written before it is sent, so that a slow reader does not keep the database
 * snapshot open. While it is sent it has no name any more: a process that is killed meanwhile leaves nothing.
 */
async function openTemporaryBackup(
  { database, now }: Pick<BackupRoutesDeps, 'database' | 'now'>,
  passphrase: string | undefined,
) {
  const directory = await createTemporaryDirectory()
  try {
    const path = join(directory.path, 'lorewell.backup')
    await writeBackup({ database, path, passphrase, now })
    const handle = await open(path)
    const { size } = await handle.stat()
    return { file: handle.createReadStream(), size }
  } finally {
    await directory.remove()
  }
}
