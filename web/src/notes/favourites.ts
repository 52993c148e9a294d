import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'

/** Returns all favourites of the signed-in person, by title. */
export function useFavourites() {
  return useQuery({
    queryKey: ['listFavouriteNotes'],
    queryFn: async ({ signal }) => {
      const notes: { id: string; title: string }[] = []
      let cursor: string | undefined
      do {
        const page = await api.listFavouriteNotes({ cursor }, { signal })
        notes.push(...page.notes.map(({ id, title }) => ({ id, title })))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      return notes.sort((a, b) => a.title.localeCompare(b.title))
    },
  })
}

export function useChangeFavourite() {
  return useApiMutation(
    ({ id, isFavourite }: { id: string; isFavourite: boolean }) =>
      isFavourite ? api.addFavouriteNote({ id }) : api.removeFavouriteNote({ id }),
    ['listFavouriteNotes'],
  )
}
