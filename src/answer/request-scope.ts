import type { Caller } from '../access/caller.ts'
import type { Assistant, Assistants } from '../content/assistants.ts'
import type { Notes } from '../content/notes/notes.ts'
import type { DataSources } from '../content/sources/data-sources.ts'
import type { SearchScope } from '../search/search-scope.ts'

export interface RequestScopeDeps {
  notes: Pick<Notes, 'findParent'>
  assistants: Pick<Assistants, 'find'>
  dataSources: Pick<DataSources, 'find'>
}

/** Resolves the ids that narrow a question or a search. Fails for an id that does not exist or the caller cannot see. */
export async function resolveScope(
  { notes, assistants, dataSources }: RequestScopeDeps,
  caller: Caller,
  { assistantId, parentId, rootId }: { assistantId?: string; parentId?: string; rootId?: string },
): Promise<{ scope: SearchScope; assistant: Assistant | undefined }> {
  const assistant = assistantId === undefined ? undefined : await assistants.find(caller, assistantId)
  const scope: SearchScope = {}
  if (parentId !== undefined) scope.underNote = (await notes.findParent(caller, parentId)).key
  if (rootId !== undefined) scope.dataSources = [(await dataSources.find(caller, rootId)).id]
  if (assistant?.scope) scope.anyOf = assistant.scope
  return { scope, assistant }
}
