import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ScheduledBackups } from '../../backup/scheduled-backups.ts'
import { writeBackup } from '../../backup/write-backup.ts'
import type { Config } from '../../config.ts'
import { backupEndpoints } from '../../contract/backup-endpoints.ts'
import { AppError } from '../../errors.ts'
import type { Organizations } from '../../identity/organizations.ts'
import type { Database } from '../../storage/database.ts'
import { type Guard, registerEndpoint } from '../register-endpoint.ts'

/** Backups of the whole service, for an admin where the service is their organization's alone. */
export function backupRoutes(
  server: FastifyInstance,
  needs: {
    guard: Guard
    database: Database
    organizations: Organizations
    backups: ScheduledBackups
    config: Config
    now: () => Date
  },
): void {
  const { guard, database, organizations, backups, config, now } = needs
  registerEndpoint(server, guard, backupEndpoints.readBackups, ['/admin/backups'], async () => ({
    isScheduled: config.backups !== undefined,
    keep: config.backups?.keep ?? null,
    isDownloadable: await organizations.isOnlyOne(),
    backups: (await backups.list()).map(({ writtenAt, ...kept }) => ({
      ...kept,
      writtenAt: writtenAt.toISOString(),
    })),
  }))

  let isRunning = false
  registerEndpoint(server, guard, backupEndpoints.downloadBackup, ['/admin/backup'], async ({ reply }) => {
    if (!(await organizations.isOnlyOne())) {
      throw new AppError(
        'forbidden',
        'A backup holds every organization of this service: it is taken at its terminal, with "lorewell backup".',
      )
    }
    if (isRunning)
      throw new AppError('unavailable', 'A backup is being taken already.', { retryAfterSeconds: 30 })
    isRunning = true
    // Written whole before it is sent: a slow reader must not hold the snapshot open.
    const directory = await mkdtemp(join(tmpdir(), 'lorewell-backup-'))
    const forget = () => rm(directory, { recursive: true, force: true })
    try {
      const path = join(directory, 'lorewell.backup')
      await writeBackup({ database, path, now })
      const { size } = await stat(path)
      const file = createReadStream(path)
      file.once(
        'close',
        () => void forget().catch((err) => reply.log.warn({ err }, 'a backup was left behind')),
      )
      return reply
        .type('application/octet-stream')
        .header('content-length', size)
        .header('content-disposition', 'attachment; filename="lorewell.backup"')
        .send(file)
    } catch (error) {
      await forget()
      throw error
    } finally {
      isRunning = false
    }
  })
}
