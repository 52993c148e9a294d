import { z } from 'zod'

export const backupState = z
  .object({
    isScheduled: z.boolean().describe('Whether one is written every night (BACKUP_DIR)'),
    keep: z.int().nullable().describe('How many of these are kept'),
    isDownloadable: z
      .boolean()
      .describe('Only where there is no other organization: a backup holds all of them'),
    backups: z.array(z.object({ name: z.string(), writtenAt: z.string(), sizeBytes: z.int() })),
  })
  .meta({ id: 'BackupState' })
