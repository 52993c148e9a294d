import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { api } from '../api/client.ts'
import { useApiMutation, useMe } from '../api/queries.ts'
import { NotFoundPage } from '../components/not-found-page.tsx'
import { Page } from '../components/page.tsx'
import { EmptyState, QueryState } from '../components/query-state.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { CardsSkeleton } from '../components/skeletons.tsx'
import { useToast } from '../components/toast.tsx'
import { ConnectionForm, entrySettings } from '../connections/connection-form.tsx'
import { findKinds } from '../connections/find-kinds.ts'
import { KindIcon } from '../connections/kind-icon.tsx'
import type { ConnectionKind } from '../connections/setting-fields.ts'
import { useConnectionKinds } from '../connections/use-connections.ts'
import { useNewConnectionEntry } from '../connections/use-new-connection-entry.ts'
import { connectionFormText } from '../messages/connections.ts'
import { RichText } from '../messages/rich-text.tsx'
import { toAudience } from '../notes/audience-choice.tsx'

/** Connects a source: a gallery of kinds, then the form of one. Only admins can. */
export function ConnectPage({ kind: name }: { kind: string | undefined }) {
  const isAdmin = useMe().data?.role === 'admin'
  const kinds = useConnectionKinds()
  if (!isAdmin) return <NotFoundPage />
  const kind = kinds.data?.kinds.find((candidate) => candidate.kind === name)
  if (kind) return <NewConnection key={kind.kind} kind={kind} />
  if (kinds.data && name !== undefined) return <NotFoundPage />
  return (
    <Page title={connectionFormText('connectTitle')} lead={connectionFormText('connectLead')}>
      <QueryState query={kinds} loading={<CardsSkeleton cards={8} />}>
        {(data) => <Gallery kinds={data.kinds} />}
      </QueryState>
    </Page>
  )
}

function Gallery({ kinds }: { kinds: readonly ConnectionKind[] }) {
  const [text, setText] = useState('')
  const found = findKinds(kinds, text)
  return (
    <>
      <SearchBox label={connectionFormText('search')} className="mb-5 max-w-sm" value={text} onChange={setText} />
      <p role="status" className="sr-only">
        {text.trim() !== '' && connectionFormText('found', { count: found.length })}
      </p>
      {found.length === 0 ? (
        <EmptyState icon="search" title={connectionFormText('noMatch')}>
          <RichText
            text={connectionFormText('noMatchHint')}
            parts={{
              api: (words) => (
                <Link href="/docs" className="link">
                  {words}
                </Link>
              ),
            }}
          />
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {found.map((kind) => (
            <li key={kind.kind}>
              <Link
                href={`/connect/${encodeURIComponent(kind.kind)}`}
                className="card flex h-full gap-3 px-4 py-4 transition-colors hover:border-line-strong"
              >
                <KindIcon kind={kind.kind} />
                <span className="min-w-0">
                  <span className="block font-semibold">{kind.name}</span>
                  <span className="mt-0.5 block text-sm text-quiet">{kind.description}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function NewConnection({ kind }: { kind: ConnectionKind }) {
  const [, navigate] = useLocation()
  const showToast = useToast()
  const email = useMe().data?.email ?? ''
  const { entry, change, forget } = useNewConnectionEntry(kind)
  const create = useApiMutation(
    () =>
      api.createConnection({
        kind: kind.kind,
        name: entry.name,
        settings: entrySettings(kind, entry),
        everyMinutes: entry.everyMinutes,
        readers: toAudience(entry.readers, email) ?? [],
      }),
    ['listConnections', 'listDataSources'],
    ({ rootId }) => {
      forget()
      showToast(connectionFormText('connected'))
      navigate(`/data-sources/${encodeURIComponent(rootId)}`)
    },
  )
  return (
    <Page
      title={connectionFormText('newTitle', { kind: kind.name })}
      lead={
        <>
          {kind.description}{' '}
          <Link href="/connect" className="link whitespace-nowrap">
            {connectionFormText('allSources')}
          </Link>
        </>
      }
    >
      <ConnectionForm
        kind={kind}
        entry={entry}
        onChange={change}
        save={create}
        submitLabel={create.isPending ? connectionFormText('connecting') : connectionFormText('connect')}
        onCancel={() => {
          forget()
          navigate('/connect')
        }}
      />
    </Page>
  )
}
