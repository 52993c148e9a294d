import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { administrationEndpoints } from '../../../src/contract/administration-endpoints.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import type { historyEndpoints } from '../../../src/contract/history-endpoints.ts'
import type { noteEndpoints } from '../../../src/contract/notes-endpoints.ts'
import type { peopleEndpoints } from '../../../src/contract/people-endpoints.ts'
import { type Answer, call } from './request.ts'

export type Administration = typeof administrationEndpoints
export type HistoryOperations = typeof historyEndpoints
export type NoteOperations = typeof noteEndpoints
export type PeopleOperations = typeof peopleEndpoints

/** Reads with one GET of the interface. The first part of the key names what is read; changes name it to refresh it. */
export function useRead<E extends Endpoint & { method: 'GET' }>(
  key: QueryKey,
  path: string,
  {
    query,
    isEnabled = true,
  }: { query?: Record<string, string | number | undefined>; isEnabled?: boolean } = {},
) {
  return useQuery({
    queryKey: [...key, query ?? {}],
    queryFn: ({ signal }) => call<E>('GET', path, { query, signal }),
    enabled: isEnabled,
  })
}

/** Changes something, and has what it names read again. */
export function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  refreshes: readonly string[],
  onDone?: (output: Output, input: Input) => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async (output, input) => {
      await Promise.all(refreshes.map((name) => client.invalidateQueries({ queryKey: [name] })))
      onDone?.(output, input)
    },
  })
}

export const useMe = () => useRead<PeopleOperations['me']>(['me'], '/me')
export const useOrganization = () =>
  useRead<Administration['readOrganization']>(['organization'], '/organization')
export const useDataSources = () =>
  useRead<Administration['listDataSources']>(['data-sources'], '/data-sources')
export const useAssistants = () => useRead<Administration['listAssistants']>(['assistants'], '/assistants')
export const useGroups = (query = '') =>
  useRead<PeopleOperations['listGroups']>(['groups'], '/groups', { query: { query } })

export type DataSource = Answer<Administration['createDataSource']>
export type Assistant = Answer<Administration['createAssistant']>
export type Member = Answer<Administration['changeMember']>
export type Me = Answer<PeopleOperations['me']>
