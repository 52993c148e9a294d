import { z } from 'zod'
import { boundedText } from './text.ts'

export const backupState = z
  .object({
    isScheduled: z.boolean().describe('Whether automatic nightly backups are on (BACKUP_DIR)'),
    keep: z.int().nullable().describe('Number of automatic backups to keep'),
    isDownloadable: z.boolean().describe('True only in a service with one organization: a backup contains all of them'),
    backups: z.array(z.object({ name: z.string(), writtenAt: z.string(), sizeBytes: z.int() })),
  })
  .meta({ id: 'BackupState' })

export const newBackupDownload = z
  .strictObject({
    passphrase: boundedText(8, 1024)
      .optional()
      .describe('Encrypts the keys of the server. Without it they are left out, and a restored service makes new ones'),
  })
  .meta({ id: 'NewBackupDownload' })

export const backupDownload = z
  .object({
    url: z.string().describe('Valid once, for a minute, in this browser session'),
    expiresAt: z.string(),
  })
  .meta({ id: 'BackupDownload' })
