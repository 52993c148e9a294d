import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { api } from '../api/client.ts'
import { readGroups, useDataSources, useMe } from '../api/queries.ts'
import { Checkbox } from '../components/checkbox.tsx'
import { searchText as text } from '../messages/search.ts'
import { isFiltered, type SearchPeriod, type SearchState } from './search-filters.ts'

const periodLabels = { day: 'pastDay', week: 'pastWeek', month: 'pastMonth', year: 'pastYear' } as const
const notesValue = 'notes'

/** The filters of a search: source, owner, date and verification. */
export function SearchFilterBar({
  state,
  onChange,
}: {
  state: SearchState
  onChange: (change: Partial<SearchState>) => void
}) {
  const sources = useDataSources().data?.dataSources.filter(({ mayRead }) => mayRead) ?? []
  const owners = useOwners()
  const source = state.source?.kind === 'source' ? `source ${state.source.id}` : (state.source?.kind ?? '')
  return (
    <div className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-3">
      <Select label={text('source')} value={source} onChange={(value) => onChange({ source: parseSource(value) })}>
        <option value="">{text('everything')}</option>
        <option value={notesValue}>{text('notesOnly')}</option>
        {sources.map(({ id, name }) => (
          <option key={id} value={`source ${id}`}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label={text('owner')}
        value={state.ownerId ?? ''}
        onChange={(value) => onChange({ ownerId: value || undefined })}
      >
        <option value="">{text('anyone')}</option>
        {owners.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label={text('updated')}
        value={state.period ?? ''}
        onChange={(value) => onChange({ period: (value as SearchPeriod | '') || undefined })}
      >
        <option value="">{text('anyTime')}</option>
        {(['day', 'week', 'month', 'year'] as const).map((period) => (
          <option key={period} value={period}>
            {text(periodLabels[period])}
          </option>
        ))}
      </Select>
      <div className="flex min-h-[2.375rem] items-center">
        <Checkbox isChecked={state.isVerified} onChange={(isVerified) => onChange({ isVerified })}>
          {text('verifiedOnly')}
        </Checkbox>
      </div>
      {isFiltered(state) && (
        <button
          type="button"
          className="button button-quiet"
          onClick={() => onChange({ source: undefined, ownerId: undefined, period: undefined, isVerified: false })}
        >
          {text('clearFilters')}
        </button>
      )}
    </div>
  )
}

function Select({
  label,
  value,
  onChange,
  children,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className="min-w-32 flex-1 sm:max-w-44">
      <label htmlFor={id} className="mb-1 block text-[0.8125rem] text-quiet">
        {label}
      </label>
      <select id={id} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
    </div>
  )
}

function parseSource(value: string): SearchState['source'] {
  if (value === '') return undefined
  return value === notesValue ? { kind: 'notes' } : { kind: 'source', id: value.slice('source '.length) }
}

/** Pages of people that the filter offers; the service finds the notes of others by the address. */
const maxPeoplePages = 10

/** Returns those who can own notes: the reader first, then people, then groups. */
function useOwners(): { id: string; name: string }[] {
  const me = useMe().data
  const { data = [] } = useQuery({
    queryKey: ['owners'],
    queryFn: async ({ signal }) => {
      const people: { id: string; name: string; email: string }[] = []
      let cursor: string | undefined
      for (let page = 0; page < maxPeoplePages; page += 1) {
        const found = await api.listUsers({ cursor }, { signal })
        people.push(...found.users.map(({ id, displayName, email }) => ({ id, name: displayName, email })))
        if (found.nextCursor === null) break
        cursor = found.nextCursor
      }
      const groups = await readGroups(signal)
      return [...people, ...groups.map(({ id, name }) => ({ id, name, email: '' }))]
    },
  })
  const own = data.find(({ email }) => email !== '' && email === me?.email)
  if (!own) return data
  return [{ id: own.id, name: text('me', { name: own.name }) }, ...data.filter((one) => one !== own)]
}
