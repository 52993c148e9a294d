import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { administrationEndpoints } from '../../../src/contract/administration-endpoints.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import type { historyEndpoints } from '../../../src/contract/history-endpoints.ts'
import type { noteEndpoints } from '../../../src/contract/notes-endpoints.ts'
import type { peopleEndpoints } from '../../../src/contract/people-endpoints.ts'
import { callApi, type EndpointResponse } from './request.ts'

export type AdministrationEndpoints = typeof administrationEndpoints
export type HistoryEndpoints = typeof historyEndpoints
export type NoteEndpoints = typeof noteEndpoints
export type PeopleEndpoints = typeof peopleEndpoints

/** Reads with one GET of the interface. The first part of the key names what is read; changes name it to refresh it. */
export function useApiQuery<E extends Endpoint & { method: 'GET' }>(
  key: QueryKey,
  path: string,
  {
    query,
    isEnabled = true,
  }: { query?: Record<string, string | number | undefined>; isEnabled?: boolean } = {},
) {
  return useQuery({
    queryKey: [...key, query ?? {}],
    queryFn: ({ signal }) => callApi<E>('GET', path, { query, signal }),
    enabled: isEnabled,
  })
}

/** Changes something, and has what it names read again. */
export function useApiMutation<Input, Output>(
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

export const useMe = () => useApiQuery<PeopleEndpoints['me']>(['me'], '/me')
export const useOrganization = () =>
  useApiQuery<AdministrationEndpoints['readOrganization']>(['organization'], '/organization')
export const useDataSources = () =>
  useApiQuery<AdministrationEndpoints['listDataSources']>(['data-sources'], '/data-sources')
export const useAssistants = () =>
  useApiQuery<AdministrationEndpoints['listAssistants']>(['assistants'], '/assistants')
export const useGroups = (query = '') =>
  useApiQuery<PeopleEndpoints['listGroups']>(['groups'], '/groups', { query: { query } })

export type DataSource = EndpointResponse<AdministrationEndpoints['createDataSource']>
export type Assistant = EndpointResponse<AdministrationEndpoints['createAssistant']>
export type Member = EndpointResponse<AdministrationEndpoints['changeMember']>
export type Me = EndpointResponse<PeopleEndpoints['me']>
