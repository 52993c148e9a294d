import type { Endpoint } from '../contract/endpoint.ts'

/** The address of what it was done to, below /v1; of something new with the id it was given. */
export function auditedResource(
  endpoint: Endpoint,
  params: unknown,
  body: unknown,
  result?: unknown,
): string {
  const item = body as { rootId?: unknown; id?: unknown } | undefined
  if (typeof item?.rootId === 'string')
    return `/data-sources/${encodeURIComponent(item.rootId)}/items/${encodeURIComponent(String(item.id))}`
  const address = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name])),
  )
  const id = endpoint.status === 201 || endpoint.operationId === 'createNote' ? createdId(result) : undefined
  return id === undefined ? address : `${address}/${encodeURIComponent(id)}`
}

/** What was made is told as itself, or beside a secret that is told only once. */
function createdId(result: unknown): string | undefined {
  const found = [result, ...Object.values(result ?? {})].find(
    (value): value is { id: string } => typeof (value as { id?: unknown } | null)?.id === 'string',
  )
  return found?.id
}
