import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { DataSource } from '../../../sdk/src/operations.ts'
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

export function DataSourcePage({ id }: { id: string }) {
  const sources = useDataSources()
  if (!sources.data) {
    return (
      <Page title="Data source">
        {sources.error ? <ErrorAlert error={sources.error} onRetry={() => sources.refetch()} /> : <LoadingSkeleton />}
      </Page>
    )
  }
  const source = sources.data.dataSources.find((candidate) => candidate.id === id)
  return source ? <DataSourceDetail source={source} /> : <NotFoundPage />
}

function DataSourceDetail({ source }: { source: DataSource }) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const isAdmin = useMe().data?.role === 'admin'
  const connections = useConnections()
  const connection = connections.data?.connections.find(({ rootId }) => rootId === source.id)
  return (
    <Page
      title={source.name}
      lead={
        <Link href="/data-sources" className="link">
          All data sources
        </Link>
      }
      actions={
        <>
          {source.mayRead && (
            <Link href={`/?${new URLSearchParams({ source: source.id, title: source.name })}`} className="button">
              <Icon name="ask" size={16} />
              Ask about this
            </Link>
          )}
          {isAdmin && (
            <>
              <button type="button" className="button" onClick={() => setOpen('edit')}>
                <Icon name="edit" size={16} />
                Edit
              </button>
              <button type="button" className="button button-danger" onClick={() => setOpen('delete')}>
                <Icon name="trash" size={16} />
                Delete
              </button>
            </>
          )}
        </>
      }
    >
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <section aria-label="About" className="card self-start px-5 py-4">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-2.5">
            <dt className="text-quiet">rootId</dt>
            <dd className="flex flex-wrap items-center gap-2">
              <code data-testid="root-id" className="rounded-md bg-sunken px-2 py-1 font-mono text-sm break-all">
                {source.id}
              </code>
              <CopyButton text={source.id} label="Copy rootId" isQuiet />
            </dd>
            <dt className="text-quiet">Readers</dt>
            <dd>{summarizePrincipals(source.readers)}</dd>
            <dt className="text-quiet">Writers</dt>
            <dd>{summarizePrincipals(source.writers)}</dd>
            <dt className="text-quiet">Items</dt>
            <dd>{source.itemCount.toLocaleString()}</dd>
            <dt className="text-quiet">Last indexed</dt>
            <dd>{source.lastIndexedAt ? formatDateTime(source.lastIndexedAt) : 'Never'}</dd>
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
      <h2 className="mt-9 mb-3">Items</h2>
      {source.mayRead ? (
        <DataSourceItems source={source} isConnected={connection !== undefined} />
      ) : (
        <EmptyState icon="lock" title="You don’t have access to its items">
          You manage this data source as an admin. To read its items, add yourself to its readers.
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
    <section aria-label="Index with your program">
      <h2 className="sr-only">Index with your program</h2>
      <IndexSnippets rootId={source.id} />
      <p className="mt-2 text-sm text-quiet">
        Requires an API key of a writer.{' '}
        <Link href="/settings/keys" className="link">
          Create one
        </Link>
        , or read the{' '}
        <Link href="/docs" className="link">
          API reference
        </Link>
        .
      </p>
    </section>
  )
}

function EditDataSourceDialog({ source, onClose }: { source: DataSource; onClose: () => void }) {
  const [name, setName] = useState(source.name)
  const [readers, setReaders] = useState(source.readers)
  const [writers, setWriters] = useState(source.writers)
  const save = useApiMutation(
    () => api.changeDataSource({ id: source.id, name, readers, writers }),
    'everything',
    onClose,
  )
  return (
    <FormDialog title={`Edit ${source.name}`} mutation={save} submitLabel="Save" onClose={onClose}>
      {(fieldError) => (
        <>
          <NameField error={fieldError('name')} value={name} onChange={setName} />
          <PrincipalPicker label="Readers" error={fieldError('readers')} value={readers} onChange={setReaders} />
          <PrincipalPicker label="Writers" error={fieldError('writers')} value={writers} onChange={setWriters} />
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
      title={`Delete ${source.name}?`}
      confirmLabel="Delete"
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
      mutation={remove}
    >
      <p>
        {source.itemCount === 0
          ? 'It has no items.'
          : `${source.itemCount === 1 ? 'Its item is' : `Its ${source.itemCount.toLocaleString()} items are`} deleted too, and answers can’t use ${source.itemCount === 1 ? 'it' : 'them'} any more.`}{' '}
        {isConnected
          ? 'Its connection is deleted with its secrets. Nothing changes at the origin.'
          : 'Programs that index under its rootId will get “Data source not found”.'}
      </p>
    </ConfirmDialog>
  )
}
