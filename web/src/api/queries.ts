import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Group, OperationId, Operations } from '../../../sdk/src/operations.ts'
import { api } from './client.ts'

type Input<K extends OperationId> = Operations[K]['input']

/** Queries that combine several operations, beside those named after one operation. */
type QueryName = OperationId | 'note-tree' | 'note-ancestors' | 'principals' | 'owners'

/** Reads with one operation. The operation's id is the first part of the query key. */
export function useApiQuery<K extends OperationId>(
  id: K,
  input: Input<K>,
  {
    isEnabled = true,
    isCached = true,
    keepPrevious = false,
  }: {
    isEnabled?: boolean
    /** False: always read from the server, for data that others can change and that must be true when it is shown. */
    isCached?: boolean
    /** Shows the data of the previous input until the new data arrives. */
    keepPrevious?: boolean
  } = {},
) {
  return useQuery({
    queryKey: [id, input],
    queryFn: ({ signal }) => api.call(id, input, { signal }),
    enabled: isEnabled,
    ...(!isCached && { staleTime: 0, gcTime: 0 }),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  })
}

/** Reads a list with cursors, one more page at a time. */
export function useApiPages<
  K extends 'listMyQuestions' | 'listThreads' | 'listAnswerTraces' | 'listTrash' | 'listArchive',
>(id: K, input: Input<K>) {
  return useInfiniteQuery({
    queryKey: [id, input],
    queryFn: ({ pageParam: cursor, signal }) => api.call(id, { ...input, cursor }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/**
 * Runs a mutation, then refetches the queries it invalidates. A mutation that changes who can see what invalidates
 * `everything`: access reaches into every screen.
 */
export function useApiMutation<Input, Output>(
  mutationFn: (input: Input) => Promise<Output>,
  invalidates: readonly QueryName[] | 'everything',
  onSuccess?: (output: Output, input: Input) => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: async (output, input) => {
      if (invalidates === 'everything') await refetchEverything(queryClient)
      else await Promise.all(invalidates.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
      onSuccess?.(output, input)
    },
  })
}

/**
 * Refetches all data on the screen and forgets the rest: a dialog that shows its cached data while it refetches would
 * tell who could see a note before the change.
 */
export function refetchEverything(queryClient: QueryClient): Promise<void> {
  queryClient.removeQueries({ type: 'inactive' })
  return queryClient.invalidateQueries()
}

export const useMe = () => useApiQuery('me', {})
export const useOrganization = () => useApiQuery('readOrganization', {})
export const useDataSources = () => useApiQuery('listDataSources', {})
export const useAssistants = () => useApiQuery('listAssistants', {})

/** Reads the groups, page after page. */
export function useGroups() {
  return useQuery({ queryKey: ['listGroups'], queryFn: async ({ signal }) => ({ groups: await readGroups(signal) }) })
}

export async function readGroups(signal: AbortSignal): Promise<Group[]> {
  const groups: Group[] = []
  for await (const group of api.paginate('listGroups', {}, { signal })) groups.push(group)
  return groups
}
