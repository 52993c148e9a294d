import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Connection, DataSource } from '../../../sdk/src/operations.ts'
import { changedFields } from '../api/changed-fields.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useDataSources, useMe } from '../api/queries.ts'
import { NotFoundPage } from '../components/not-found-page.tsx'
import { Page } from '../components/page.tsx'
import { ErrorAlert, LoadingSkeleton } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { type ConnectionEntry, ConnectionForm, entrySettings } from '../connections/connection-form.tsx'
import { type ConnectionKind, settingFields } from '../connections/setting-fields.ts'
import { areSettingsChanged, toSettingValues } from '../connections/setting-values.ts'
import { useConnectionKinds, useConnections } from '../connections/use-connections.ts'
import { connectionFormText } from '../messages/connections.ts'
import { toAudience, toAudienceChoice } from '../notes/audience-choice.tsx'

/** Changes a connection. Only admins can. */
export function ConnectionPage({ id }: { id: string }) {
  const me = useMe().data
  const isAdmin = me?.role === 'admin'
  const connections = useConnections()
  const kinds = useConnectionKinds()
  const sources = useDataSources()
  if (!isAdmin) return <NotFoundPage />
  const failed = [connections, kinds, sources].filter((query) => query.error && !query.data)
  if (!connections.data || !kinds.data || !sources.data)
    return (
      <Page title={connectionFormText('connection')}>
        {failed[0] ? (
          <ErrorAlert error={failed[0].error} onRetry={() => failed.map((query) => query.refetch())} />
        ) : (
          <LoadingSkeleton />
        )}
      </Page>
    )
  const connection = connections.data.connections.find((one) => one.id === id)
  const kind = kinds.data.kinds.find((one) => one.kind === connection?.kind)
  const source = sources.data.dataSources.find((one) => one.id === connection?.rootId)
  if (!connection || !kind || !source) return <NotFoundPage />
  return <EditConnection key={id} connection={connection} kind={kind} source={source} email={me.email} />
}

function EditConnection({
  connection,
  kind,
  source,
  email,
}: {
  connection: Connection
  kind: ConnectionKind
  source: DataSource
  email: string
}) {
  const [, navigate] = useLocation()
  const showToast = useToast()
  // Another admin's change must not take typed text away.
  const [stored] = useState(connection)
  const [storedSource] = useState(source)
  const [entry, setEntry] = useState<ConnectionEntry>({
    name: stored.name,
    values: toSettingValues(settingFields(kind), stored.settings),
    deletedSecrets: [],
    readers: toAudienceChoice(storedSource.readers, storedSource.readers, email),
    everyMinutes: stored.everyMinutes,
  })
  const back = `/data-sources/${encodeURIComponent(stored.rootId)}`
  const save = useApiMutation(
    async () => {
      const { name, everyMinutes } = entry
      const settings = entrySettings(kind, entry, stored)
      const readers = toAudience(entry.readers, email) ?? []
      // The readers first: items of other settings must not come before them.
      await api.changeDataSource({ id: stored.rootId, name, ...changedFields(storedSource, { readers }) })
      return api.changeConnection({
        id: stored.id,
        name,
        ...(areSettingsChanged(settings, stored.settings) && { settings }),
        ...(everyMinutes !== stored.everyMinutes && { everyMinutes }),
      })
    },
    'everything',
    () => {
      showToast(connectionFormText('saved'))
      navigate(back)
    },
  )
  return (
    <Page
      title={connectionFormText('editTitle', { name: stored.name })}
      lead={
        <>
          {connectionFormText('editLead', { kind: kind.name })}{' '}
          <Link href={back} className="link whitespace-nowrap">
            {connectionFormText('back')}
          </Link>
        </>
      }
    >
      <ConnectionForm
        kind={kind}
        stored={stored}
        entry={entry}
        onChange={(change) => setEntry((before) => ({ ...before, ...change }))}
        save={save}
        submitLabel={save.isPending ? connectionFormText('saving') : connectionFormText('save')}
        onCancel={() => navigate(back)}
      />
    </Page>
  )
}
