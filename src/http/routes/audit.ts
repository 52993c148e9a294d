import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import type { AuditEvent, AuditFilter, AuditLog } from '../../audit/audit-log.ts'
import { type AuditNames, parseResource } from '../../audit/audited-objects.ts'
import { type AuditEventBody, auditEvent } from '../../contract/audit.ts'
import { auditEndpoints } from '../../contract/audit-endpoints.ts'
import { takePage } from '../../contract/pagination.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'

const pageSize = 50

/** The audit log, for admins of the organization: in pages, or exported as a file. */
export function auditRoutes(
  server: FastifyInstance,
  { guard, auditLog, auditNames }: { guard: Guard; auditLog: AuditLog; auditNames: AuditNames },
): void {
  const register = createEndpointRegistrar(server, guard)

  const present = async (caller: Caller, events: readonly AuditEvent[]): Promise<AuditEventBody[]> => {
    const names = await auditNames.load(caller, events)
    return events.map(({ id, at, ...event }) => ({
      id: String(id),
      at: at.toISOString(),
      ...event,
      personName: names.person(event.memberId),
      objectKind: parseResource(event.resource)?.kind ?? null,
      objectTitle: names.title(event.resource),
    }))
  }

  async function* presentAll(caller: Caller, filter: AuditFilter): AsyncGenerator<AuditEventBody> {
    for await (const batch of auditLog.iterateBatches(caller.organizationId, filter))
      yield* await present(caller, batch)
  }

  register(auditEndpoints.listAuditEvents, async ({ caller, query }) => {
    const { cursor, ...filter } = query
    const before = cursor === undefined ? undefined : Number(cursor)
    const found = await auditLog.list(caller.organizationId, filter, { before, limit: pageSize + 1 })
    const { page, last } = takePage(found, pageSize)
    return {
      events: await present(caller, page),
      hasNextPage: last !== undefined,
      nextCursor: last ? String(last.id) : null,
    }
  })

  register(auditEndpoints.exportAuditEvents, async ({ caller, query, reply }) => {
    const { format, ...filter } = query
    const events = presentAll(caller, filter)
    return reply
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
      .header('content-disposition', `attachment; filename="audit.${format}"`)
      .send(Readable.from(format === 'csv' ? toCsvLines(events) : toNdjsonLines(events)))
  })
}

async function* toNdjsonLines(events: AsyncIterable<AuditEventBody>): AsyncGenerator<string> {
  for await (const event of events) yield `${JSON.stringify(event)}\n`
}

async function* toCsvLines(events: AsyncIterable<AuditEventBody>): AsyncGenerator<string> {
  const columns = Object.keys(auditEvent.shape) as (keyof AuditEventBody)[]
  yield `${columns.join(',')}\r\n`
  for await (const event of events) yield `${columns.map((column) => toCsvCell(event[column])).join(',')}\r\n`
}

/**
 * Quotes a cell (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe: callers chose some of it.
 * Spreadsheets skip white space before a formula, and some read full-width signs.
 */
function toCsvCell(value: string | number | string[] | null): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return `"${(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
