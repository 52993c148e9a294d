import { z } from 'zod'
import { backupState } from './backups.ts'
import { adminReadDefaults, type Endpoint } from './endpoint.ts'

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
    errorDescriptions: { 403: 'The service has other organizations, which a backup would contain.' },
  },
} as const satisfies Record<string, Endpoint>
