import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { AuditEvent, AuditLog } from '../../audit/audit-log.ts'
import { type AuditEventView, auditEvent } from '../../contract/audit.ts'
import { auditEndpoints } from '../../contract/audit-endpoints.ts'
import { type Gate, serve } from '../operation.ts'

const pageSize = 50

/** The audit log, for admins of the organization: by pages on a screen, whole in a file. */
export function auditRoutes(
  server: FastifyInstance,
  { gate, auditLog }: { gate: Gate; auditLog: AuditLog },
): void {
  serve(server, gate, auditEndpoints.listAuditEvents, ['/admin/audit'], async ({ viewer, query }) => {
    const { cursor, ...filter } = query
    const before = cursor === undefined ? undefined : Number(cursor)
    const found = await auditLog.list(viewer.organizationId, filter, { before, limit: pageSize + 1 })
    const page = found.slice(0, pageSize)
    const hasNextPage = found.length > pageSize
    return {
      events: page.map(present),
      hasNextPage,
      nextCursor: hasNextPage ? String(page.at(-1)?.id) : null,
    }
  })

  serve(
    server,
    gate,
    auditEndpoints.exportAuditEvents,
    ['/admin/audit/export'],
    async ({ viewer, query, reply }) => {
      const { format, ...filter } = query
      const events = auditLog.walk(viewer.organizationId, filter)
      return reply
        .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
        .header('content-disposition', `attachment; filename="audit.${format}"`)
        .send(Readable.from(format === 'csv' ? asTable(events) : asLines(events)))
    },
  )
}

function present({ id, at, ...event }: AuditEvent): AuditEventView {
  return { id: String(id), at: at.toISOString(), ...event }
}

async function* asLines(events: AsyncIterable<AuditEvent>): AsyncGenerator<string> {
  for await (const event of events) yield `${JSON.stringify(present(event))}\n`
}

async function* asTable(events: AsyncIterable<AuditEvent>): AsyncGenerator<string> {
  const columns = Object.keys(auditEvent.shape) as (keyof AuditEventView)[]
  yield `${columns.join(',')}\r\n`
  for await (const event of events) {
    const row = present(event)
    yield `${columns.map((column) => cell(row[column])).join(',')}\r\n`
  }
}

/** RFC 4180. What a spreadsheet would take for a formula gets an apostrophe in front: a caller chose some of it. */
function cell(value: string | null): string {
  const text = value ?? ''
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
