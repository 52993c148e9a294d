import { z } from 'zod'
import { backupState } from './backups.ts'
import type { Endpoint } from './endpoint.ts'

const common = {
  tag: 'Administration',
  errors: 'content',
  role: 'admin',
  method: 'GET',
  status: 200,
} as const

export const backupEndpoints = {
  readBackups: {
    ...common,
    operationId: 'readBackups',
    path: '/admin/backups',
    summary: 'The backups that are kept, newest first',
    response: backupState,
  },
  /** The answer is the file itself (application/octet-stream), as `lorewell backup` writes it. */
  downloadBackup: {
    ...common,
    operationId: 'downloadBackup',
    path: '/admin/backup',
    summary: 'Back up the whole service and download it',
    response: z.string(),
    file: { 'application/octet-stream': 'gzipped lines' },
    audit: 'before',
    fails: { 403: 'There are other organizations, whose content a backup would hold.' },
  },
} as const satisfies Record<string, Endpoint>
