import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { DataSource } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useDataSources, useMe } from '../api/queries.ts'
import { NameField } from '../components/field.tsx'
import { FilteredList } from '../components/filtered-list.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { formatRelativeTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { Page } from '../components/page.tsx'
import { PrincipalPicker, summarizePrincipals } from '../components/principal-picker.tsx'
import { EmptyState, QueryState } from '../components/query-state.tsx'
import { CardsSkeleton } from '../components/skeletons.tsx'
import { ConnectedSources } from '../connections/connected-sources.tsx'
import { commonText } from '../messages/common.ts'
import { dataSourcesText } from '../messages/data-sources.ts'

export function DataSourcesPage() {
  const [isCreating, setIsCreating] = useState(false)
  const sources = useDataSources()
  const isAdmin = useMe().data?.role === 'admin'
  const actions = isAdmin && (
    <div className="flex flex-wrap justify-center gap-2">
      <button type="button" className="button" onClick={() => setIsCreating(true)}>
        <Icon name="plus" size={16} />
        {dataSourcesText('newDataSource')}
      </button>
      <Link href="/connect" className="button button-primary">
        <Icon name="link" size={16} />
        {dataSourcesText('connect')}
      </Link>
    </div>
  )
  return (
    <Page title={dataSourcesText('title')} lead={dataSourcesText('lead')} actions={actions}>
      <QueryState
        query={sources}
        loading={<CardsSkeleton />}
        isEmpty={(data) => data.dataSources.length === 0}
        empty={
          <EmptyState icon="sources" title={dataSourcesText('empty')} action={actions}>
            {isAdmin ? dataSourcesText('emptyForAdmins') : dataSourcesText('emptyForOthers')}
          </EmptyState>
        }
      >
        {(data) => (
          <ConnectedSources sources={data.dataSources}>
            {(rest) => (
              <FilteredList label={commonText('findDataSource')} items={rest}>
                {(found) => (
                  <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
                    {found.map((source) => (
                      <li key={source.id}>
                        <DataSourceCard source={source} />
                      </li>
                    ))}
                  </ul>
                )}
              </FilteredList>
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
        {!source.mayRead && <span className="chip">{dataSourcesText('notShared')}</span>}
      </span>
      <span className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-quiet">
        <span>{dataSourcesText('itemCount', { count: source.itemCount })}</span>
        <span className="flex min-w-0 items-center gap-1">
          <Icon name="people" size={14} />
          <span className="truncate">{summarizePrincipals(source.readers)}</span>
        </span>
        <span>
          {source.lastIndexedAt
            ? dataSourcesText('indexed', { when: formatRelativeTime(source.lastIndexedAt) })
            : dataSourcesText('nothingIndexed')}
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
    <FormDialog
      title={dataSourcesText('newDataSource')}
      mutation={create}
      submitLabel={dataSourcesText('create')}
      onClose={onClose}
    >
      {(fieldError) => (
        <>
          <NameField
            placeholder={dataSourcesText('namePlaceholder')}
            error={fieldError('name')}
            value={name}
            onChange={setName}
          />
          <PrincipalPicker
            label={dataSourcesText('readers')}
            hint={dataSourcesText('readersHint')}
            error={fieldError('readers')}
            value={readers}
            onChange={setReaders}
          />
          <PrincipalPicker
            label={dataSourcesText('writers')}
            hint={dataSourcesText('writersHint')}
            error={fieldError('writers')}
            value={writers}
            onChange={setWriters}
          />
        </>
      )}
    </FormDialog>
  )
}
