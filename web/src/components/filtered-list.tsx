import { type ReactNode, useDeferredValue, useState } from 'react'
import { commonText } from '../messages/common.ts'
import { containsWords } from './match-words.ts'
import { SearchBox } from './search-box.tsx'

/** A list of up to this length is read faster than searched. */
const maxUnsearchedItems = 12

/** Shows a list that is loaded as a whole; above a long one, a box that narrows it by name. */
export function FilteredList<T extends { name: string }>({
  label,
  items,
  className = 'mb-3 max-w-sm',
  children,
}: {
  label: string
  items: readonly T[]
  className?: string
  children: (found: readonly T[]) => ReactNode
}) {
  const [text, setText] = useState('')
  const query = useDeferredValue(text)
  if (items.length <= maxUnsearchedItems) return children(items)
  const found = items.filter(({ name }) => containsWords(query, name))
  return (
    <>
      <SearchBox label={label} className={className} value={text} onChange={setText} />
      <p role="status" className={found.length === 0 ? 'py-2 text-quiet' : 'sr-only'}>
        {found.length === 0 ? commonText('noMatches') : commonText('matches', { count: found.length })}
      </p>
      {found.length > 0 && children(found)}
    </>
  )
}
