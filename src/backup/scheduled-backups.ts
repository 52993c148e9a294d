import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Schedules } from '../jobs/schedules.ts'
import type { Database } from '../storage/database.ts'
import { makeDirectories } from '../storage/private-directory.ts'
import { writeBackup } from './write-backup.ts'

export interface StoredBackup {
  name: string
  writtenAt: Date
  sizeBytes: number
}

export type ScheduledBackups = ReturnType<typeof createScheduledBackups>

const backupJobKind = 'backup'
/** Of a large store. The next night's backup follows in any case. */
const maxBackupMs = 12 * 3600_000
const backupNamePattern = /^lorewell-\d{8}T\d{6}Z\.backup$/
const unfinishedNamePattern = /^lorewell-\d{8}T\d{6}Z\.backup(?:\.[\da-f]{8})?\.partial$/

/** Writes a nightly backup into a folder and keeps the newest ones. */
export function createScheduledBackups({
  database,
  jobs,
  schedules,
  settings,
  now,
}: {
  database: Database
  jobs: JobQueue
  schedules: Schedules
  settings: { directory: string; keep: number; passphrase?: string } | undefined
  now: () => Date
}) {
  async function list(): Promise<StoredBackup[]> {
    if (!settings) return []
    const names = await readdir(settings.directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    const backups = names.filter((name) => backupNamePattern.test(name)).sort()
    return Promise.all(
      backups.reverse().map(async (name) => {
        const { mtime, size } = await stat(join(settings.directory, name))
        return { name, writtenAt: mtime, sizeBytes: size }
      }),
    )
  }

  async function run(signal?: AbortSignal): Promise<undefined> {
    if (!settings) return
    makeDirectories(settings.directory)
    await removeUnfinished(settings.directory, now())
    const time = now().toISOString().slice(0, 19).replace(/[-:]/g, '')
    const written = `lorewell-${time}Z.backup`
    const path = join(settings.directory, written)
    await writeBackup({ database, path, passphrase: settings.passphrase, now, signal })
    // Deletes only automatic backups, and only after the new one is on disk. A clock that was wrong has dated those in the
    // future: they are older.
    const names = (await list()).map(({ name }) => name)
    const newestFirst = [...names.filter((name) => name <= written), ...names.filter((name) => name > written)]
    for (const name of newestFirst.slice(settings.keep)) await rm(join(settings.directory, name), { force: true })
  }

  jobs.register(backupJobKind, (_job, { signal }) => run(signal), { concurrency: 1, timeoutMs: maxBackupMs })

  return {
    list,
    run,
    /** Adds or removes the nightly schedule, according to the settings; called at every start. */
    schedule: () =>
      settings
        ? schedules.set(database.unrestricted, {
            name: backupJobKind,
            kind: backupJobKind,
            payload: {},
            times: { days: [1, 2, 3, 4, 5, 6, 7], hour: 2, minute: 30, timeZone: 'UTC' },
          })
        : schedules.remove(database.unrestricted, { name: backupJobKind }),
  }
}

/** Removes the files of processes that were killed while they wrote a backup: night by night, they would fill the disk. */
async function removeUnfinished(directory: string, at: Date): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!unfinishedNamePattern.test(name)) continue
    const path = join(directory, name)
    const { mtimeMs } = await stat(path)
    // Another node can be writing a newer one.
    if (at.getTime() - mtimeMs > maxBackupMs) await rm(path, { force: true })
  }
}
