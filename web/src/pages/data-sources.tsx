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
import { CardsSkeleton } from '../components/skeletons.tsx'
import { ConnectedSources } from '../connections/connected-sources.tsx'

export function DataSourcesPage() {
  const [isCreating, setIsCreating] = useState(false)
  const sources = useDataSources()
  const isAdmin = useMe().data?.role === 'admin'
  const actions = isAdmin && (
    <div className="flex flex-wrap justify-center gap-2">
      <button type="button" className="button" onClick={() => setIsCreating(true)}>
        <Icon name="plus" size={16} />
        New data source
      </button>
      <Link href="/connect" className="button button-primary">
        <Icon name="link" size={16} />
        Connect a source
      </Link>
    </div>
  )
  return (
    <Page
      title="Data sources"
      lead="Folders, wikis, mailboxes, tickets: content beside your notes. Only its readers can find it."
      actions={actions}
    >
      <QueryState
        query={sources}
        loading={<CardsSkeleton />}
        isEmpty={(data) => data.dataSources.length === 0}
        empty={
          <EmptyState icon="sources" title="No data sources yet" action={actions}>
            {isAdmin
              ? 'Connect a folder, a repository, a web site or a mailbox. Or create a data source that your own program writes to.'
              : 'An admin of your organization can create one and share it with you.'}
          </EmptyState>
        }
      >
        {(data) => (
          <ConnectedSources sources={data.dataSources}>
            {(rest) => (
              <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
                {rest.map((source) => (
                  <li key={source.id}>
                    <DataSourceCard source={source} />
                  </li>
                ))}
              </ul>
            )}
          </ConnectedSources>
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
