import { useQuery } from '@tanstack/react-query'
import type { ConnectionList } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiQuery, useMe } from '../api/queries.ts'
import { isSyncing } from './connection-status.ts'

const syncingPollMs = 2000
const idlePollMs = 30_000

/** Reads the connections, again and again: often while one of them is syncing. Only admins can. */
export function useConnections() {
  return useQuery<ConnectionList>({
    queryKey: ['listConnections', {}],
    queryFn: ({ signal }) => api.listConnections({ signal }),
    enabled: useIsAdmin(),
    refetchInterval: ({ state }) =>
      state.data?.connections.some((connection) => isSyncing(connection)) ? syncingPollMs : idlePollMs,
  })
}

export const useConnectionKinds = () => useApiQuery('listConnectionKinds', {}, { isEnabled: useIsAdmin() })

export function useIsAdmin(): boolean {
  return useMe().data?.role === 'admin'
}
