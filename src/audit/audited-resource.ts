import type { Endpoint } from '../contract/endpoint.ts'

/** Operations with a switch in their body, and the action that they are if it is off. */
const switchedOff: Readonly<Record<string, { field: string; action: string }>> = {
  archiveNote: { field: 'archived', action: 'unarchiveNote' },
  shareAnswer: { field: 'isShared', action: 'unshareAnswer' },
}

/** Returns the action of an operation: its operationId, or what it does the other way round. */
export function auditedAction({ operationId }: Endpoint, body: unknown): string {
  const off = Object.hasOwn(switchedOff, operationId) ? switchedOff[operationId] : undefined
  return off && (body as Record<string, unknown> | undefined)?.[off.field] === false ? off.action : operationId
}

/** Returns the paths of the affected resources: one, or that of each invitation sent together. */
export function auditedResources(endpoint: Endpoint, params: unknown, body: unknown, result?: unknown): string[] {
  const created = endpoint.operationId === 'createInvitations' && (result as { invitations?: unknown })?.invitations
  if (!Array.isArray(created)) return [auditedResource(endpoint, params, body, result)]
  return created.map((invitation) => `/invitations/${encodeURIComponent(String(createdId(invitation)))}`)
}

/** Returns the path of the affected resource below /v1, with the new id for a created one. */
export function auditedResource(endpoint: Endpoint, params: unknown, body: unknown, result?: unknown): string {
  const rootId = commonRootId(body)
  if (rootId !== undefined) {
    const source = `/data-sources/${encodeURIComponent(rootId)}`
    const { id } = body as { id?: unknown }
    return typeof id === 'string' ? `${source}/items/${encodeURIComponent(id)}` : source
  }
  const address = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name])),
  )
  const id = endpoint.status === 201 || endpoint.operationId === 'createNote' ? createdId(result) : undefined
  return id === undefined ? address : `${address}/${encodeURIComponent(id)}`
}

/** Returns the data source that an item, or every item of a batch, names. */
function commonRootId(body: unknown): string | undefined {
  const { rootId, items } = (body ?? {}) as { rootId?: unknown; items?: unknown }
  if (typeof rootId === 'string') return rootId
  const rootIds = Array.isArray(items)
    ? new Set(items.map((item) => (item as { rootId?: unknown } | null)?.rootId))
    : []
  const [only, ...others] = rootIds
  return typeof only === 'string' && others.length === 0 ? only : undefined
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
