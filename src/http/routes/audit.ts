import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { AuditEvent, AuditLog } from '../../audit/audit-log.ts'
import { type AuditEventBody, auditEvent } from '../../contract/audit.ts'
import { auditEndpoints } from '../../contract/audit-endpoints.ts'
import { takePage } from '../../contract/pagination.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'

const pageSize = 50

/** The audit log, for admins of the organization: in pages, or exported as a file. */
export function auditRoutes(server: FastifyInstance, { guard, auditLog }: { guard: Guard; auditLog: AuditLog }): void {
  const register = createEndpointRegistrar(server, guard)

  register(auditEndpoints.listAuditEvents, async ({ caller, query }) => {
    const { cursor, ...filter } = query
    const before = cursor === undefined ? undefined : Number(cursor)
    const found = await auditLog.list(caller.organizationId, filter, { before, limit: pageSize + 1 })
    const { page, last } = takePage(found, pageSize)
    return {
      events: page.map(presentAuditEvent),
      hasNextPage: last !== undefined,
      nextCursor: last ? String(last.id) : null,
    }
  })

  register(auditEndpoints.exportAuditEvents, async ({ caller, query, reply }) => {
    const { format, ...filter } = query
    const events = auditLog.iterate(caller.organizationId, filter)
    return reply
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
      .header('content-disposition', `attachment; filename="audit.${format}"`)
      .send(Readable.from(format === 'csv' ? toCsvLines(events) : toNdjsonLines(events)))
  })
}

function presentAuditEvent({ id, at, ...event }: AuditEvent): AuditEventBody {
  return { id: String(id), at: at.toISOString(), ...event }
}

async function* toNdjsonLines(events: AsyncIterable<AuditEvent>): AsyncGenerator<string> {
  for await (const event of events) yield `${JSON.stringify(presentAuditEvent(event))}\n`
}

async function* toCsvLines(events: AsyncIterable<AuditEvent>): AsyncGenerator<string> {
  const columns = Object.keys(auditEvent.shape) as (keyof AuditEventBody)[]
  yield `${columns.join(',')}\r\n`
  for await (const event of events) {
    const row = presentAuditEvent(event)
    yield `${columns.map((column) => toCsvCell(row[column])).join(',')}\r\n`
  }
}

/** Quotes a cell (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe: callers chose some of it. */
function toCsvCell(value: string | number | string[] | null): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
