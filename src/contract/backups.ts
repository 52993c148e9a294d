import { z } from 'zod'

export const backupState = z
  .object({
    isScheduled: z.boolean().describe('Whether automatic nightly backups are on (BACKUP_DIR)'),
    keep: z.int().nullable().describe('Number of automatic backups to keep'),
    isDownloadable: z.boolean().describe('True only in a service with one organization: a backup contains all of them'),
    backups: z.array(z.object({ name: z.string(), writtenAt: z.string(), sizeBytes: z.int() })),
  })
  .meta({ id: 'BackupState' })
