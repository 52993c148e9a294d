import { auditEvent, auditExportQuery, auditPage, auditQuery } from './audit.ts'
import { adminReadDefaults, type Endpoint } from './endpoint.ts'

/** The audit log of the organization, for its admins. */
export const auditEndpoints = {
  listAuditEvents: {
    ...adminReadDefaults,
    operationId: 'listAuditEvents',
    path: '/admin/audit',
    summary: 'List audit events, newest first, 50 per page',
    query: auditQuery,
    response: auditPage,
  },
  /** One AuditEvent per line, or a table with a header row; streamed. */
  exportAuditEvents: {
    ...adminReadDefaults,
    operationId: 'exportAuditEvents',
    path: '/admin/audit/export',
    summary: 'Export the audit log as NDJSON or CSV',
    query: auditExportQuery,
    response: auditEvent,
    fileExamples: {
      'application/x-ndjson': '',
      'text/csv': 'id,at,memberId,email\r\n"7","2026-11-15T09:00:00.000Z"',
    },
    audit: 'before',
  },
} as const satisfies Record<string, Endpoint>
