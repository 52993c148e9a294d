import type { ReactNode } from 'react'
import { LorewellError } from '../../../sdk/src/errors.ts'
import { commonText } from '../messages/common.ts'
import { Icon, type IconName } from './icon.tsx'

/** Grey lines in place of text that is loading, announced once to screen readers. */
export function LoadingSkeleton({ label = commonText('loading'), lines = 4 }: { label?: string; lines?: number }) {
  const widths = ['w-3/5', 'w-full', 'w-11/12', 'w-4/5', 'w-2/3']
  return (
    <div role="status" className="space-y-3 py-2">
      <span className="sr-only">{label}…</span>
      {Array.from({ length: lines }, (_, index) => index).map((line) => (
        <div key={line} className={`skeleton h-4 ${widths[line % widths.length]}`} />
      ))}
    </div>
  )
}

export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon: IconName
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center wrap-anywhere">
      <span className="mb-4 grid size-12 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon name={icon} size={22} />
      </span>
      <h2>{title}</h2>
      {children && <p className="mt-1.5 max-w-md text-quiet">{children}</p>}
      {action && <div className="mt-5 max-w-full">{action}</div>}
    </div>
  )
}

export function ErrorAlert({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <div role="alert" className="card flex flex-wrap items-center gap-3 border-alarm/40 bg-alarm-soft px-4 py-3">
      <Icon name="alert" className="text-alarm" />
      <p className="min-w-0 flex-1 basis-52">{toErrorMessage(error)}</p>
      {onRetry && (
        <button type="button" className="button" onClick={onRetry}>
          {commonText('tryAgain')}
        </button>
      )}
    </div>
  )
}

export function toErrorMessage(error: unknown): string {
  if (!(error instanceof LorewellError)) return commonText('errorInApp')
  if (error.status === 401) return commonText('errorSession')
  if (error.id === 'unreachable') return commonText('errorUnreachable')
  const fields = Object.entries(error.fieldErrors).map(([field, message]) => `${field} ${message}`)
  return fields.length > 0 ? `${fields.join('; ')}.` : error.message
}

/** Says above content that is shown already that it could not be refreshed. */
export function RefreshError({ query, className }: { query: { refetch: () => unknown }; className: string }) {
  return (
    <p role="status" className={`text-sm text-quiet ${className}`}>
      {commonText('errorRefresh')}{' '}
      <button type="button" className="link" onClick={() => query.refetch()}>
        {commonText('tryAgain')}
      </button>
    </p>
  )
}

/** Shows the loading, error, empty or full state of a query. Content that is shown stays when a refresh fails. */
export function QueryState<T>({
  query,
  isEmpty,
  empty,
  loading = <LoadingSkeleton />,
  children,
}: {
  query: { data: T | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  loading?: ReactNode
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) {
    return (
      <>
        {query.error ? <RefreshError query={query} className="mb-3" /> : null}
        {isEmpty?.(query.data) ? empty : children(query.data)}
      </>
    )
  }
  if (query.error) return <ErrorAlert error={query.error} onRetry={() => query.refetch()} />
  return loading
}
