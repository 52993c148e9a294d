import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { DataSource } from '../../../sdk/src/operations.ts'
import { changedFields } from '../api/changed-fields.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useDataSources, useMe } from '../api/queries.ts'
import { CopyButton } from '../components/copy-button.tsx'
import { ConfirmDialog } from '../components/dialog.tsx'
import { NameField } from '../components/field.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { formatDateTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { NotFoundPage } from '../components/not-found-page.tsx'
import { Page } from '../components/page.tsx'
import { PrincipalPicker, summarizePrincipals } from '../components/principal-picker.tsx'
import { EmptyState, ErrorAlert, LoadingSkeleton } from '../components/query-state.tsx'
import { IndexSnippets } from '../components/snippets.tsx'
import { ConnectionCard } from '../connections/connection-card.tsx'
import { SyncAnnouncement } from '../connections/sync-announcement.tsx'
import { useConnections } from '../connections/use-connections.ts'
import { DataSourceItems } from '../data-sources/data-source-items.tsx'
import { dataSourcesText } from '../messages/data-sources.ts'
import { RichText } from '../messages/rich-text.tsx'

export function DataSourcePage({ id }: { id: string }) {
  const sources = useDataSources()
  if (!sources.data) {
    return (
      <Page title={dataSourcesText('dataSource')}>
        {sources.error ? <ErrorAlert error={sources.error} onRetry={() => sources.refetch()} /> : <LoadingSkeleton />}
      </Page>
    )
  }
  const source = sources.data.dataSources.find((candidate) => candidate.id === id)
  return source ? <DataSourceDetail key={id} source={source} /> : <NotFoundPage />
}

function DataSourceDetail({ source }: { source: DataSource }) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const isAdmin = useMe().data?.role === 'admin'
  const connections = useConnections()
  const connection = connections.data?.connections.find(({ rootId }) => rootId === source.id)
  // Who reads a connected source needs neither its id nor its writers. Only admins can list connections.
  const isForPrograms = isAdmin ? connections.isFetched && !connection : source.mayWrite
  return (
    <Page
      title={source.name}
      lead={
        <Link href="/data-sources" className="link">
          {dataSourcesText('allDataSources')}
        </Link>
      }
      actions={
        <>
          {source.mayRead && (
            <Link href={`/?${new URLSearchParams({ source: source.id, title: source.name })}`} className="button">
              <Icon name="ask" size={16} />
              {dataSourcesText('askAboutThis')}
            </Link>
          )}
          {isAdmin && (
            <>
              <button type="button" className="button" onClick={() => setOpen('edit')}>
                <Icon name="edit" size={16} />
                {dataSourcesText('edit')}
              </button>
              <button type="button" className="button button-danger" onClick={() => setOpen('delete')}>
                <Icon name="trash" size={16} />
                {dataSourcesText('delete')}
              </button>
            </>
          )}
        </>
      }
    >
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <section aria-label={dataSourcesText('about')} className="card self-start px-5 py-4">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-2.5">
            {isForPrograms && (
              <>
                <dt className="text-quiet">{dataSourcesText('rootId')}</dt>
                <dd className="flex flex-wrap items-center gap-2">
                  <code data-testid="root-id" className="rounded-md bg-sunken px-2 py-1 font-mono text-sm break-all">
                    {source.id}
                  </code>
                  <CopyButton text={source.id} label={dataSourcesText('copyRootId')} isQuiet />
                </dd>
              </>
            )}
            <dt className="text-quiet">{dataSourcesText('readers')}</dt>
            <dd>{summarizePrincipals(source.readers)}</dd>
            {isForPrograms && (
              <>
                <dt className="text-quiet">{dataSourcesText('writers')}</dt>
                <dd>{summarizePrincipals(source.writers)}</dd>
              </>
            )}
            <dt className="text-quiet">{dataSourcesText('items')}</dt>
            <dd>{source.itemCount.toLocaleString()}</dd>
            <dt className="text-quiet">{dataSourcesText('lastIndexed')}</dt>
            <dd>{source.lastIndexedAt ? formatDateTime(source.lastIndexedAt) : dataSourcesText('never')}</dd>
          </dl>
        </section>
        {connection ? (
          <div>
            <SyncAnnouncement connections={connections.data?.connections ?? []} />
            <ConnectionCard connection={connection} source={source} isOnItsPage />
          </div>
        ) : (
          // Admins learn first whether there is a connection.
          (connections.isFetched || !isAdmin) && <IndexWithProgram source={source} />
        )}
      </div>
      <h2 className="mt-9 mb-3">{dataSourcesText('items')}</h2>
      {source.mayRead ? (
        <DataSourceItems source={source} isConnected={connection !== undefined} />
      ) : (
        <EmptyState icon="lock" title={dataSourcesText('noAccess')}>
          {dataSourcesText('noAccessHint')}
        </EmptyState>
      )}
      {open === 'edit' && <EditDataSourceDialog source={source} onClose={() => setOpen(undefined)} />}
      {open === 'delete' && (
        <DeleteDataSourceDialog
          source={source}
          isConnected={connection !== undefined}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Page>
  )
}

function IndexWithProgram({ source }: { source: DataSource }) {
  return (
    <section aria-label={dataSourcesText('indexWithProgram')}>
      <h2 className="sr-only">{dataSourcesText('indexWithProgram')}</h2>
      <IndexSnippets rootId={source.id} />
      <p className="mt-2 text-sm text-quiet">
        <RichText
          text={dataSourcesText('requiresKey')}
          parts={{
            keys: (words) => (
              <Link href="/settings/keys" className="link">
                {words}
              </Link>
            ),
            docs: (words) => (
              <Link href="/docs" className="link">
                {words}
              </Link>
            ),
          }}
        />
      </p>
    </section>
  )
}

function EditDataSourceDialog({ source, onClose }: { source: DataSource; onClose: () => void }) {
  // As it was opened: what another admin changes meanwhile stays.
  const [stored] = useState(source)
  const [name, setName] = useState(stored.name)
  const [readers, setReaders] = useState(stored.readers)
  const [writers, setWriters] = useState(stored.writers)
  const save = useApiMutation(
    () => api.changeDataSource({ id: stored.id, ...changedFields(stored, { name, readers, writers }) }),
    'everything',
    onClose,
  )
  return (
    <FormDialog
      title={dataSourcesText('editTitle', { name: source.name })}
      mutation={save}
      submitLabel={dataSourcesText('save')}
      onClose={onClose}
    >
      {(fieldError) => (
        <>
          <NameField error={fieldError('name')} value={name} onChange={setName} />
          <PrincipalPicker
            label={dataSourcesText('readers')}
            error={fieldError('readers')}
            value={readers}
            onChange={setReaders}
          />
          <PrincipalPicker
            label={dataSourcesText('writers')}
            error={fieldError('writers')}
            value={writers}
            onChange={setWriters}
          />
        </>
      )}
    </FormDialog>
  )
}

function DeleteDataSourceDialog({
  source,
  isConnected,
  onClose,
}: {
  source: DataSource
  isConnected: boolean
  onClose: () => void
}) {
  const [, navigate] = useLocation()
  const remove = useApiMutation(
    () => api.deleteDataSource({ id: source.id }),
    ['listDataSources', 'listConnections'],
    () => navigate('/data-sources'),
  )
  return (
    <ConfirmDialog
      title={dataSourcesText('deleteTitle', { name: source.name })}
      confirmLabel={dataSourcesText('delete')}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
      mutation={remove}
    >
      <p>
        {source.itemCount === 0
          ? dataSourcesText('hasNoItems')
          : dataSourcesText('itemsDeleted', { count: source.itemCount })}{' '}
        {isConnected ? dataSourcesText('connectionDeleted') : dataSourcesText('programsFail')}
      </p>
    </ConfirmDialog>
  )
}
