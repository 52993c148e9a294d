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
import { describeStatus, formatCounts, isSyncing } from './connection-status.ts'
import { DeleteConnectionDialog } from './delete-connection-dialog.tsx'
import { KindIcon } from './kind-icon.tsx'
import { SkippedItems } from './skipped-items.tsx'
import { formatInterval, scheduleOptions } from './sync-schedule.ts'
import { countItems } from './trial-result.tsx'
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
                'Connection'
              ) : (
                <Link href={`/data-sources/${encodeURIComponent(connection.rootId)}`} className="hover:underline">
                  {name}
                </Link>
              )}
            </Heading>
            <span className={`chip ${status.chip}`}>{status.label}</span>
            {everyMinutes === null && <span className="chip">Paused</span>}
          </div>
          <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-quiet">
            <span>{kindName}</span>
            {source && !isOnItsPage && (
              <>
                <span>{countItems(source.itemCount)}</span>
                <span className="flex items-center gap-1">
                  <Icon name="people" size={14} />
                  {summarizePrincipals(source.readers)}
                </span>
              </>
            )}
          </p>
        </div>
        <Menu
          label={`Change ${name}`}
          button={<Icon name="more" />}
          items={[
            { label: 'Edit…', onSelect: () => navigate(`/connections/${encodeURIComponent(id)}`) },
            { label: 'Delete…', isDanger: true, onSelect: () => setOpen('delete') },
          ]}
        />
      </div>
      {syncing ? (
        <div className="space-y-1.5">
          <SyncProgressBar label={`Syncing ${name}`} />
          <p className="text-sm text-quiet tabular-nums">
            {connection.state === 'waiting'
              ? 'Starting…'
              : formatCounts(counts).replace(', nothing changed', ' so far')}
          </p>
        </div>
      ) : (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
          <dt className="text-quiet">Last run</dt>
          <dd>
            {connection.finishedAt
              ? `${formatRelativeTime(connection.finishedAt)}: ${formatCounts(counts)}`
              : 'Not yet'}
          </dd>
          <dt className="text-quiet">Next run</dt>
          <dd>{connection.nextRunAt ? formatNextRun(connection) : 'None: it runs only with Sync now'}</dd>
        </dl>
      )}
      {!syncing && connection.outcome === 'failed' && connection.lastError && (
        <Notice tone="alarm">
          <p className="break-words">{connection.lastError}</p>
          <p className="mt-1 text-sm text-quiet">
            Items that were read before stay. After you have mended the cause, sync again.
          </p>
        </Notice>
      )}
      {!connection.areSecretsReadable && (
        <Notice tone="warn">
          The stored secrets can’t be read: the server’s own keys have changed.{' '}
          <Link href={`/connections/${encodeURIComponent(id)}`} className="link">
            Enter them again
          </Link>
        </Notice>
      )}
      {connection.heldRemovals > 0 && !syncing && (
        <Notice tone="warn">
          <p>
            The source suddenly no longer lists {countItems(connection.heldRemovals)}. They are kept until you decide:
            if the source is only incomplete for now, do nothing.
          </p>
          <button type="button" className="button mt-2" onClick={() => setOpen('removals')}>
            Remove them…
          </button>
        </Notice>
      )}
      <SkippedItems connection={connection} />
      {error && <ErrorAlert error={error} />}
      <div className="flex flex-wrap gap-2">
        {syncing ? (
          <button type="button" className="button" disabled={stop.isPending} onClick={() => stop.mutate(undefined)}>
            <Icon name="stop" size={16} />
            Stop
          </button>
        ) : (
          <button type="button" className="button" disabled={start.isPending} onClick={() => start.mutate(undefined)}>
            <Icon name="history" size={16} />
            Sync now
          </button>
        )}
        {everyMinutes === null ? (
          <Menu
            button="Resume"
            className="button"
            align="left"
            items={scheduleOptions(null)
              .filter((option) => option.everyMinutes !== null)
              .map((option) => ({ label: option.label, onSelect: () => schedule.mutate(option.everyMinutes) }))}
          />
        ) : (
          <button type="button" className="button" disabled={schedule.isPending} onClick={() => schedule.mutate(null)}>
            Pause
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
  if (state === 'waiting' && outcome === 'failed') return `${at}, because the last one failed`
  return everyMinutes === null ? at : `${at} (${formatInterval(everyMinutes).toLowerCase()})`
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
      title={`Remove ${countItems(connection.heldRemovals)} of ${connection.name}?`}
      confirmLabel="Sync and remove"
      mutation={start}
      onConfirm={() => start.mutate(undefined)}
      onClose={onClose}
    >
      <p>
        A run starts now and removes everything that the source no longer lists. Answers can’t use these items any more.
        Those that the source lists again come back with a later run.
      </p>
    </ConfirmDialog>
  )
}
