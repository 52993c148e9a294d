import { Icon } from '../components/icon.tsx'
import { toErrorMessage } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { notesStartText as text } from '../messages/notes-start.ts'
import { useChangeFavourite, useFavourites } from './favourites.ts'

/** Adds a note to the reader's favourites, or removes it. */
export function FavouriteButton({ noteId }: { noteId: string }) {
  const favourites = useFavourites()
  const change = useChangeFavourite()
  const showToast = useToast()
  const isFavourite = favourites.data?.some(({ id }) => id === noteId) ?? false
  const label = text(isFavourite ? 'removeFavourite' : 'addFavourite')
  return (
    <button
      type="button"
      className="button button-quiet button-icon"
      aria-label={label}
      aria-pressed={isFavourite}
      title={label}
      disabled={change.isPending || favourites.data === undefined}
      onClick={() =>
        change.mutate(
          { id: noteId, isFavourite: !isFavourite },
          { onError: (error) => showToast(toErrorMessage(error)) },
        )
      }
    >
      <Icon name="star" className={isFavourite ? 'fill-current' : ''} />
    </button>
  )
}
