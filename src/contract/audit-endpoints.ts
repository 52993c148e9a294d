import { auditEvent, auditExportQuery, auditPage, auditQuery } from './audit.ts'
import { adminReadDefaults, type Endpoint } from './endpoint.ts'

/** Who did what in the organization, for its admins. */
export const auditEndpoints = {
  listAuditEvents: {
    ...adminReadDefaults,
    operationId: 'listAuditEvents',
    path: '/admin/audit',
    summary: 'Who did what, to which resource, from where; newest first, 50 a page',
    query: auditQuery,
    response: auditPage,
  },
  /** One AuditEvent a line, or a table with a heading; sent as it is read. */
  exportAuditEvents: {
    ...adminReadDefaults,
    operationId: 'exportAuditEvents',
    path: '/admin/audit/export',
    summary: 'The whole audit log as NDJSON or CSV',
    query: auditExportQuery,
    response: auditEvent,
    fileExamples: {
      'application/x-ndjson': '',
      'text/csv': 'id,at,memberId,email\r\n"7","2026-11-15T09:00:00.000Z"',
    },
    audit: 'before',
  },
} as const satisfies Record<string, Endpoint>
