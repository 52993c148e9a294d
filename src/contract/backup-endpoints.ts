import { z } from 'zod'
import { backupState } from './backups.ts'
import { adminReadDefaults, type Endpoint } from './endpoint.ts'

export const backupEndpoints = {
  readBackups: {
    ...adminReadDefaults,
    operationId: 'readBackups',
    path: '/admin/backups',
    summary: 'The backups that are kept, newest first',
    response: backupState,
  },
  /** The answer is the file itself (application/octet-stream), as `lorewell backup` writes it. */
  downloadBackup: {
    ...adminReadDefaults,
    operationId: 'downloadBackup',
    path: '/admin/backup',
    summary: 'Back up the whole service and download it',
    response: z.string(),
    fileExamples: { 'application/octet-stream': 'gzipped lines' },
    audit: 'before',
    errorDescriptions: { 403: 'There are other organizations, whose content a backup would hold.' },
  },
} as const satisfies Record<string, Endpoint>
