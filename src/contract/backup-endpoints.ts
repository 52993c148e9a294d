import { z } from 'zod'
import { backupDownload, backupState, newBackupDownload } from './backups.ts'
import { adminCreateDefaults, adminReadDefaults, type Endpoint } from './endpoint.ts'

export const backupEndpoints = {
  readBackups: {
    ...adminReadDefaults,
    operationId: 'readBackups',
    path: '/admin/backups',
    summary: 'List automatic backups, newest first',
    response: backupState,
  },
  /** The response is the file (application/octet-stream) that `lorewell backup` writes. */
  downloadBackup: {
    ...adminReadDefaults,
    operationId: 'downloadBackup',
    path: '/admin/backup',
    summary: 'Back up the whole service and download it',
    response: z.string(),
    fileExamples: { 'application/octet-stream': 'gzipped lines' },
    audit: 'before',
    requiresConfirmation: true,
  },
  createBackupDownload: {
    ...adminCreateDefaults,
    operationId: 'createBackupDownload',
    path: '/admin/backup/downloads',
    summary: 'Create an address at which the browser downloads a backup, once',
    body: newBackupDownload,
    response: backupDownload,
    requiresConfirmation: true,
  },
} as const satisfies Record<string, Endpoint>
