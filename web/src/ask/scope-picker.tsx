import { useState } from 'react'
import { useAssistants, useDataSources } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { FilteredList } from '../components/filtered-list.tsx'
import { Icon, type IconName } from '../components/icon.tsx'
import { NotePicker } from '../components/note-picker.tsx'
import { ErrorAlert, LoadingSkeleton } from '../components/query-state.tsx'
import { askText } from '../messages/ask.ts'
import { commonText } from '../messages/common.ts'
import { type AskScope, unrestrictedScope } from './scope.ts'

/** Restricts the question to a note and its subpages, a data source or an assistant. */
export function ScopePicker({ scope, onChange }: { scope: AskScope; onChange: (scope: AskScope) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const choose = (choice: AskScope) => {
    onChange(choice)
    setIsOpen(false)
  }
  return (
    <>
      <button
        type="button"
        className="button button-quiet max-w-56"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Icon name={scopeIcon(scope.filter)} size={16} />
        <span className="truncate">
          <span className="sr-only">{askText('searchInLabel')} </span>
          {scope.label}
        </span>
        <Icon name="chevronDown" size={14} />
      </button>
      {isOpen && (
        <Dialog title={askText('searchIn')} onClose={() => setIsOpen(false)}>
          <button
            type="button"
            className="flex w-full items-center gap-2.5 rounded-lg px-3 py-2 text-left hover:bg-sunken"
            onClick={() => choose(unrestrictedScope)}
          >
            <Icon name="search" className="text-accent" />
            <span>
              <span className="block font-semibold">{askText('everything')}</span>
              <span className="block text-sm text-quiet">{askText('everythingHint')}</span>
            </span>
          </button>
          <ScopeOptions onChoose={choose} />
          <h3 className="mt-5 mb-2">{askText('noteScope')}</h3>
          <NotePicker onSelect={(note) => choose({ label: note.title, filter: { parentId: note.id } })} />
        </Dialog>
      )}
    </>
  )
}

function scopeIcon(filter: AskScope['filter']): IconName {
  if (filter.assistantId) return 'assistants'
  if (filter.rootId) return 'sources'
  return filter.parentId ? 'notes' : 'search'
}

function ScopeOptions({ onChoose }: { onChoose: (scope: AskScope) => void }) {
  const queries = [useAssistants(), useDataSources()] as const
  const failed = queries.find((query) => query.error && !query.data)
  if (failed)
    return (
      <div className="mt-5">
        <ErrorAlert error={failed.error} onRetry={() => queries.forEach((query) => void query.refetch())} />
      </div>
    )
  if (queries.some((query) => query.isPending)) return <LoadingSkeleton label={askText('loadingScopes')} lines={3} />
  const assistants = queries[0].data?.assistants.filter((assistant) => assistant.mayUse) ?? []
  const sources = queries[1].data?.dataSources.filter((source) => source.mayRead) ?? []
  const lists: { title: string; search: string; options: { name: string; filter: AskScope['filter'] }[] }[] = [
    {
      title: askText('assistantScope'),
      search: commonText('findAssistant'),
      options: assistants.map(({ id, name }) => ({ name, filter: { assistantId: id } })),
    },
    {
      title: askText('sourceScope'),
      search: commonText('findDataSource'),
      options: sources.map(({ id, name }) => ({ name, filter: { rootId: id } })),
    },
  ]
  return lists
    .filter((list) => list.options.length > 0)
    .map((list) => (
      <section key={list.title} aria-label={list.title}>
        <h3 className="mt-5 mb-2">{list.title}</h3>
        <FilteredList label={list.search} className="mb-2" items={list.options}>
          {(found) => (
            <ul className="max-h-48 space-y-0.5 overflow-y-auto">
              {found.map(({ name, filter }) => (
                <li key={JSON.stringify(filter)}>
                  <button
                    type="button"
                    className="flex w-full items-center gap-2.5 rounded-lg px-3 py-1.5 text-left hover:bg-sunken"
                    onClick={() => onChoose({ label: name, filter })}
                  >
                    <Icon name={scopeIcon(filter)} className="text-accent" />
                    <span className="truncate">{name}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </FilteredList>
      </section>
    ))
}
