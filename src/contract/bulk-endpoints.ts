import { z } from 'zod'
import { customContent } from './custom-content.ts'
import type { Endpoint } from './endpoint.ts'
import { errorDetails } from './errors.ts'
import { source } from './source.ts'
import { slugId } from './text.ts'

const maxBatchItems = 100

/** Only the number of items is checked here. Each item is validated alone, so that one bad item does not fail the others. */
const contentBatch = z
  .strictObject({
    items: z
      .array(z.unknown().meta({ $ref: '#/components/schemas/CustomContent' }), {
        error: (issue) => (issue.input === undefined ? 'is required' : 'must be a list'),
      })
      .min(1, 'must not be empty')
      .max(maxBatchItems, `must have at most ${maxBatchItems} items`)
      .describe('Custom contents, as for indexing a single one'),
  })
  .meta({ id: 'ContentBatch' })

const itemError = z.object({
  message: z.string(),
  id: z.string(),
  details: errorDetails.optional(),
})

/** The result of one item, the same as for indexing it alone. */
const itemResult = z
  .union([z.object({ ok: z.literal(true), source }), z.object({ ok: z.literal(false), error: itemError })])
  .meta({ id: 'ItemResult' })

export type ItemResult = z.infer<typeof itemResult>

const batchResult = z
  .object({ results: z.array(itemResult).describe('One per item, in the order of the items') })
  .meta({ id: 'BatchResult' })

const maxSnapshotIds = 50_000

const itemSnapshot = z
  .strictObject({
    rootId: customContent.shape.rootId,
    ids: z
      .array(slugId(), { error: (issue) => (issue.input === undefined ? 'is required' : 'must be a list') })
      .max(maxSnapshotIds, `must have at most ${maxSnapshotIds} ids`)
      .describe('Every id that the data source shall keep, within the range'),
    from: slugId().optional().describe('Only ids from this one on are removed, in the order of their ASCII characters'),
    to: slugId().optional().describe('Only ids before this one are removed'),
  })
  .meta({ id: 'ItemSnapshot' })

const snapshotResult = z
  .object({
    removed: z.int().describe('Items that were not listed'),
    kept: z.int().describe('Items that were listed'),
    missing: z.int().describe('Ids that were listed without an item of that id'),
  })
  .meta({ id: 'SnapshotResult' })

const common = {
  tag: 'Custom content',
  errorFormat: 'content',
  scope: 'content:write',
  rateLimit: 'index',
  requiresAskEnabled: true,
  method: 'POST',
  status: 200,
} as const satisfies Partial<Endpoint>

const exampleItem = {
  rootId: 'tickets',
  id: 'T-100',
  title: 'Door does not lock',
  content: 'It was the battery.',
  type: 'markdown',
  updatedAt: '2026-11-01T09:00:00Z',
  url: 'https://example.com/tickets/100',
}
const exampleResult = {
  ok: true,
  source: {
    id: 'T-100',
    title: 'Door does not lock',
    url: 'https://example.com/tickets/100',
    updatedAt: '2026-11-01T09:00:00.000Z',
  },
}

/**
 * Indexes many items in one request. A batch or a stream counts as one operation against the rate limit, whatever its
 * length: it exists to save requests, and backpressure from indexing limits its speed.
 */
export const bulkEndpoints = {
  indexBatch: {
    ...common,
    operationId: 'indexBatch',
    path: '/ask/index/batch',
    audit: 'by-part',
    summary: `Index up to ${maxBatchItems} custom contents`,
    body: contentBatch,
    response: batchResult,
    errorDescriptions: { 413: 'The body is larger than the service accepts.', 415: 'The body is not JSON.' },
    example: { request: { items: [exampleItem] }, response: { results: [exampleResult] } },
  },
  /**
   * Accepts any number of lines, each up to the maximum body size. Results are sent in order as items are indexed. Input
   * is read only as fast as it is indexed, so callers should read the response while sending.
   */
  indexStream: {
    ...common,
    operationId: 'indexStream',
    path: '/ask/index/stream',
    audit: 'by-part',
    summary: 'Index any number of custom contents, one JSON object per line',
    ndjsonItem: customContent,
    response: itemResult,
    errorDescriptions: { 415: 'The body is not NDJSON (application/x-ndjson).' },
    example: { request: exampleItem, response: exampleResult },
  },
  /** Pages of a long list have ranges that follow each other: each one is complete in itself, in any order. */
  indexSnapshot: {
    ...common,
    operationId: 'indexSnapshot',
    path: '/ask/index/snapshot',
    summary: 'Send the full list of ids; items with other ids are removed',
    body: itemSnapshot,
    response: snapshotResult,
    errorDescriptions: {
      403: 'The caller can read the data source but not write to it.',
      404: 'The data source does not exist, or the caller cannot see it.',
    },
    example: {
      request: { rootId: 'tickets', ids: ['T-100', 'T-101'] },
      response: { removed: 1, kept: 2, missing: 0 },
    },
  },
} as const satisfies Record<string, Endpoint>
