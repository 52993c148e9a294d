import type { Endpoint } from '../contract/endpoint.ts'

/** Returns the path of the affected resource below /v1, with the new id for a created one. */
export function auditedResource(endpoint: Endpoint, params: unknown, body: unknown, result?: unknown): string {
  const item = body as { rootId?: unknown; id?: unknown } | undefined
  if (typeof item?.rootId === 'string')
    return `/data-sources/${encodeURIComponent(item.rootId)}/items/${encodeURIComponent(String(item.id))}`
  const address = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name])),
  )
  const id = endpoint.status === 201 || endpoint.operationId === 'createNote' ? createdId(result) : undefined
  return id === undefined ? address : `${address}/${encodeURIComponent(id)}`
}

/** Finds the id in the result: of the created object itself, or of one nested beside its secret. */
function createdId(result: unknown): string | undefined {
  const found = [result, ...Object.values(result ?? {})].find(
    (value): value is { id: string } => typeof (value as { id?: unknown } | null)?.id === 'string',
  )
  return found?.id
}

const countedOperations = ['deleteNote', 'restoreFromTrash', 'deleteFromTrash']

/** Returns the number of notes that an operation deleted or restored; undefined for other operations. */
export function auditedNoteCount(endpoint: Endpoint, result: unknown): number | undefined {
  const count = (result as { noteCount?: unknown } | undefined)?.noteCount
  return countedOperations.includes(endpoint.operationId) && typeof count === 'number' ? count : undefined
}
