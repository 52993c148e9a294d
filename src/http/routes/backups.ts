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
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'

export interface BackupRoutesDeps {
  guard: Guard
  database: Database
  organizations: Organizations
  backups: ScheduledBackups
  config: Config
  now: () => Date
}

/** Backups of the whole service, for the admins of its only organization. */
export function backupRoutes(server: FastifyInstance, deps: BackupRoutesDeps): void {
  const { guard, organizations, backups, config } = deps
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

  let isRunning = false
  register(backupEndpoints.downloadBackup, async ({ reply }) => {
    if (!(await organizations.isOnlyOne())) {
      throw new AppError(
        'forbidden',
        'A backup contains every organization of this service. Take it on the server with "lorewell backup".',
      )
    }
    if (isRunning)
      throw new AppError('unavailable', 'A backup is already being taken. Try again when it is done.', {
        retryAfterSeconds: 30,
      })
    isRunning = true
    try {
      const { file, size } = await openTemporaryBackup(deps, (err) =>
        reply.log.warn({ err }, 'a temporary backup file could not be removed'),
      )
      return reply
        .type('application/octet-stream')
        .header('content-length', size)
        .header('content-disposition', 'attachment; filename="lorewell.backup"')
        .send(file)
    } finally {
      isRunning = false
    }
  })
}

/**
 * Writes a backup to a temporary file, which is removed once it has been read. It is written before it is sent, so that
 * a slow reader does not keep the database snapshot open.
 */
async function openTemporaryBackup(
  { database, now }: Pick<BackupRoutesDeps, 'database' | 'now'>,
  onError: (error: unknown) => void,
) {
  const directory = await mkdtemp(join(tmpdir(), 'lorewell-backup-'))
  const removeDirectory = () => rm(directory, { recursive: true, force: true })
  try {
    const path = join(directory, 'lorewell.backup')
    await writeBackup({ database, path, now })
    const { size } = await stat(path)
    const file = createReadStream(path).once('close', () => void removeDirectory().catch(onError))
    return { file, size }
  } catch (error) {
    await removeDirectory()
    throw error
  }
}
