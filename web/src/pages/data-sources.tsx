import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { DataSource } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useDataSources, useMe } from '../api/queries.ts'
import { NameField } from '../components/field.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { formatRelativeTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { Page } from '../components/page.tsx'
import { PrincipalPicker, summarizePrincipals } from '../components/principal-picker.tsx'
import { EmptyState, QueryState } from '../components/query-state.tsx'

export function DataSourcesPage() {
  const [isCreating, setIsCreating] = useState(false)
  const sources = useDataSources()
  const isAdmin = useMe().data?.role === 'admin'
  const create = isAdmin && (
    <button type="button" className="button button-primary" onClick={() => setIsCreating(true)}>
      <Icon name="plus" size={16} />
      New data source
    </button>
  )
  return (
    <Page
      title="Data sources"
      lead="Tickets, wikis, documents: content that your programs index through the API. Only its readers can find it."
      actions={create}
    >
      <QueryState
        query={sources}
        isEmpty={(data) => data.dataSources.length === 0}
        empty={
          <EmptyState icon="sources" title="No data sources yet" action={create}>
            {isAdmin
              ? 'Create one to get a rootId and a ready-to-run snippet for your program.'
              : 'An admin of your organization can create one and share it with you.'}
          </EmptyState>
        }
      >
        {(data) => (
          <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
            {data.dataSources.map((source) => (
              <li key={source.id}>
                <DataSourceCard source={source} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {isCreating && <NewDataSourceDialog onClose={() => setIsCreating(false)} />}
    </Page>
  )
}

function DataSourceCard({ source }: { source: DataSource }) {
  return (
    <Link
      href={`/data-sources/${encodeURIComponent(source.id)}`}
      className="card block h-full px-5 py-4 transition-colors hover:border-line-strong"
    >
      <span className="flex items-center gap-2">
        <Icon name="sources" className="text-accent" />
        <span className="min-w-0 flex-1 truncate font-semibold">{source.name}</span>
        {!source.mayRead && <span className="chip">not shared with you</span>}
      </span>
      <span className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-quiet">
        <span>
          {source.itemCount.toLocaleString()} {source.itemCount === 1 ? 'item' : 'items'}
        </span>
        <span className="flex items-center gap-1">
          <Icon name="people" size={14} />
          {summarizePrincipals(source.readers)}
        </span>
        <span>
          {source.lastIndexedAt ? `indexed ${formatRelativeTime(source.lastIndexedAt)}` : 'nothing indexed yet'}
        </span>
      </span>
    </Link>
  )
}

function NewDataSourceDialog({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const [, navigate] = useLocation()
  const [name, setName] = useState('')
  const [readers, setReaders] = useState(['everyone'])
  const [writers, setWriters] = useState(me.data ? [`user:${me.data.email}`] : [])
  const create = useApiMutation(
    () => api.createDataSource({ name, readers, writers }),
    ['listDataSources'],
    ({ id }) => navigate(`/data-sources/${encodeURIComponent(id)}`),
  )
  return (
    <FormDialog title="New data source" mutation={create} submitLabel="Create" onClose={onClose}>
      {(fieldError) => (
        <>
          <NameField placeholder="Support tickets" error={fieldError('name')} value={name} onChange={setName} />
          <PrincipalPicker
            label="Readers"
            hint="Who can find its items in answers and search."
            error={fieldError('readers')}
            value={readers}
            onChange={setReaders}
          />
          <PrincipalPicker
            label="Writers"
            hint="Their API keys can index and delete items. Writers must also be readers."
            error={fieldError('writers')}
            value={writers}
            onChange={setWriters}
          />
        </>
      )}
    </FormDialog>
  )
}
