import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Connection, DataSource } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'
import { ConfirmDialog } from '../components/dialog.tsx'
import { formatRelativeTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { Menu } from '../components/menu.tsx'
import { summarizePrincipals } from '../components/principal-picker.tsx'
import { ErrorAlert } from '../components/query-state.tsx'
import { connectionsText } from '../messages/connections.ts'
import { describeStatus, formatCounts, isSyncing } from './connection-status.ts'
import { DeleteConnectionDialog } from './delete-connection-dialog.tsx'
import { KindIcon } from './kind-icon.tsx'
import { SkippedItems } from './skipped-items.tsx'
import { formatInterval, scheduleOptions } from './sync-schedule.ts'
import { useConnectionKinds } from './use-connections.ts'

/** A connection with its progress, what went wrong, and its actions. */
export function ConnectionCard({
  connection,
  source,
  isOnItsPage = false,
}: {
  connection: Connection
  source: DataSource | undefined
  /** On the page of its data source, which names it already. */
  isOnItsPage?: boolean
}) {
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<'delete' | 'removals'>()
  const { id, name, everyMinutes, counts } = connection
  const kinds = useConnectionKinds().data?.kinds
  const kindName = kinds?.find(({ kind }) => kind === connection.kind)?.name ?? connection.kind
  const status = describeStatus(connection)
  const syncing = isSyncing(connection)
  const refreshed = ['listConnections'] as const
  const start = useApiMutation(() => api.syncConnection({ id }), refreshed)
  const stop = useApiMutation(() => api.cancelConnectionRun({ id }), refreshed)
  const schedule = useApiMutation(
    (minutes: number | null) => api.changeConnection({ id, everyMinutes: minutes }),
    refreshed,
  )
  const Heading = isOnItsPage ? 'h2' : 'h3'
  const error = start.error ?? stop.error ?? schedule.error
  return (
    <article aria-label={name} className="card space-y-3 px-5 py-4">
      <div className="flex items-start gap-3">
        <KindIcon kind={connection.kind} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Heading className="min-w-0 break-words text-base">
              {isOnItsPage ? (
                connectionsText('connection')
              ) : (
                <Link href={`/data-sources/${encodeURIComponent(connection.rootId)}`} className="hover:underline">
                  {name}
                </Link>
              )}
            </Heading>
            <span className={`chip ${status.chip}`}>{status.label}</span>
            {everyMinutes === null && <span className="chip">{connectionsText('paused')}</span>}
          </div>
          <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-quiet">
            <span>{kindName}</span>
            {source && !isOnItsPage && (
              <>
                <span>{connectionsText('items', { count: source.itemCount })}</span>
                <span className="flex items-center gap-1">
                  <Icon name="people" size={14} />
                  {summarizePrincipals(source.readers)}
                </span>
              </>
            )}
          </p>
        </div>
        <Menu
          label={connectionsText('change', { name })}
          button={<Icon name="more" />}
          items={[
            { label: connectionsText('editItem'), onSelect: () => navigate(`/connections/${encodeURIComponent(id)}`) },
            { label: connectionsText('deleteItem'), isDanger: true, onSelect: () => setOpen('delete') },
          ]}
        />
      </div>
      {syncing ? (
        <div className="space-y-1.5">
          <SyncProgressBar label={connectionsText('syncing', { name })} />
          <p className="text-sm text-quiet tabular-nums">
            {connection.state === 'waiting' ? connectionsText('starting') : formatCounts(counts, true)}
          </p>
        </div>
      ) : (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
          <dt className="text-quiet">{connectionsText('lastRun')}</dt>
          <dd>
            {connection.finishedAt
              ? connectionsText('lastRunResult', {
                  when: formatRelativeTime(connection.finishedAt),
                  counts: formatCounts(counts),
                })
              : connectionsText('notYet')}
          </dd>
          <dt className="text-quiet">{connectionsText('nextRun')}</dt>
          <dd>{connection.nextRunAt ? formatNextRun(connection) : connectionsText('noNextRun')}</dd>
        </dl>
      )}
      {!syncing && connection.outcome === 'failed' && connection.lastError && (
        <Notice tone="alarm">
          <p className="break-words">{connection.lastError}</p>
          <p className="mt-1 text-sm text-quiet">{connectionsText('failedHint')}</p>
        </Notice>
      )}
      {!syncing && connection.outcome === 'done' && connection.lastError && (
        <Notice tone="warn">
          <p className="break-words">{connection.lastError}</p>
        </Notice>
      )}
      {!connection.areSecretsReadable && (
        <Notice tone="warn">
          {connectionsText('unreadableSecrets')}{' '}
          <Link href={`/connections/${encodeURIComponent(id)}`} className="link">
            {connectionsText('enterSecrets')}
          </Link>
        </Notice>
      )}
      {connection.heldRemovals > 0 && !syncing && (
        <Notice tone="warn">
          <p>{connectionsText('heldRemovals', { count: connection.heldRemovals })}</p>
          <button type="button" className="button mt-2" onClick={() => setOpen('removals')}>
            {connectionsText('removeThem')}
          </button>
        </Notice>
      )}
      <SkippedItems connection={connection} />
      {error && <ErrorAlert error={error} />}
      <div className="flex flex-wrap gap-2">
        {syncing ? (
          <button type="button" className="button" disabled={stop.isPending} onClick={() => stop.mutate(undefined)}>
            <Icon name="stop" size={16} />
            {connectionsText('stop')}
          </button>
        ) : (
          <button type="button" className="button" disabled={start.isPending} onClick={() => start.mutate(undefined)}>
            <Icon name="history" size={16} />
            {connectionsText('syncNow')}
          </button>
        )}
        {everyMinutes === null ? (
          <Menu
            button={connectionsText('resume')}
            className="button"
            align="left"
            items={scheduleOptions(null)
              .filter((option) => option.everyMinutes !== null)
              .map((option) => ({ label: option.label, onSelect: () => schedule.mutate(option.everyMinutes) }))}
          />
        ) : (
          <button type="button" className="button" disabled={schedule.isPending} onClick={() => schedule.mutate(null)}>
            {connectionsText('pause')}
          </button>
        )}
      </div>
      {open === 'delete' && (
        <DeleteConnectionDialog connection={connection} source={source} onClose={() => setOpen(undefined)} />
      )}
      {open === 'removals' && <RemovalsDialog connection={connection} onClose={() => setOpen(undefined)} />}
    </article>
  )
}

function formatNextRun({ nextRunAt, everyMinutes, outcome, state }: Connection): string {
  const at = formatRelativeTime(nextRunAt ?? '')
  if (state === 'waiting' && outcome === 'failed') return connectionsText('nextRunAfterFailure', { when: at })
  return everyMinutes === null
    ? at
    : connectionsText('nextRunEvery', { when: at, interval: formatInterval(everyMinutes).toLowerCase() })
}

/** A bar that moves: how much there is to read is known only at the end. */
function SyncProgressBar({ label }: { label: string }) {
  return (
    <div role="progressbar" aria-label={label} className="h-1.5 overflow-hidden rounded-full bg-sunken">
      <div className="sync-progress h-full w-1/3 rounded-full bg-accent" />
    </div>
  )
}

function Notice({ tone, children }: { tone: 'warn' | 'alarm'; children: ReactNode }) {
  const look = tone === 'alarm' ? 'border-alarm/40 bg-alarm-soft' : 'border-warn/40 bg-warn-soft'
  return (
    <div className={`flex gap-2.5 rounded-lg border px-4 py-3 ${look}`}>
      <Icon name="alert" className={`mt-0.5 ${tone === 'alarm' ? 'text-alarm' : 'text-warn'}`} />
      <div className="min-w-0">{children}</div>
    </div>
  )
}

function RemovalsDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const start = useApiMutation(
    () => api.syncConnection({ id: connection.id, allowRemovals: true }),
    ['listConnections'],
    onClose,
  )
  return (
    <ConfirmDialog
      title={connectionsText('removeTitle', { count: connection.heldRemovals, name: connection.name })}
      confirmLabel={connectionsText('syncAndRemove')}
      mutation={start}
      onConfirm={() => start.mutate(undefined)}
      onClose={onClose}
    >
      <p>{connectionsText('removeEffect')}</p>
    </ConfirmDialog>
  )
}
