import type { ReactNode } from 'react'
import type { DataSource } from '../../../sdk/src/operations.ts'
import { ErrorAlert } from '../components/query-state.tsx'
import { connectionsText } from '../messages/connections.ts'
import { ConnectionCard } from './connection-card.tsx'
import { SyncAnnouncement } from './sync-announcement.tsx'
import { useConnections } from './use-connections.ts'

/** Shows admins the connections with their progress, apart from the other data sources; others see one list. */
export function ConnectedSources({
  sources,
  children,
}: {
  sources: readonly DataSource[]
  children: (rest: readonly DataSource[]) => ReactNode
}) {
  const connections = useConnections()
  const connected = connections.data?.connections ?? []
  const rest = sources.filter(({ id }) => !connected.some(({ rootId }) => rootId === id))
  return (
    <div className="space-y-8">
      {connections.error && !connections.data ? (
        <ErrorAlert error={connections.error} onRetry={() => connections.refetch()} />
      ) : null}
      {connected.length > 0 && (
        <section aria-labelledby="connected-sources">
          <h2 id="connected-sources" className="mb-3">
            {connectionsText('connected')}
          </h2>
          <SyncAnnouncement connections={connected} />
          <ul className="space-y-3">
            {connected.map((connection) => (
              <li key={connection.id}>
                <ConnectionCard connection={connection} source={sources.find(({ id }) => id === connection.rootId)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {rest.length > 0 && (
        <section aria-label={connectionsText('programSources')}>
          {connected.length > 0 && <h2 className="mb-3">{connectionsText('indexedByPrograms')}</h2>}
          {children(rest)}
        </section>
      )}
    </div>
  )
}
