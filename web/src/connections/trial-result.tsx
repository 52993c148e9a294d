import type { ConnectionTrial } from '../../../sdk/src/operations.ts'
import { formatDate } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { summarizePrincipals } from '../components/principal-picker.tsx'
import { connectionFormText as text } from '../messages/connections.ts'

/** The outcome of a test: the first items, or why the source can't be read. */
export function TrialResult({ trial }: { trial: ConnectionTrial }) {
  const { ok, message, items } = trial
  if (!ok)
    return (
      <div className="rounded-lg border border-alarm/40 bg-alarm-soft px-4 py-3">
        <p className="flex items-start gap-2 font-semibold text-alarm">
          <Icon name="alert" className="mt-0.5" />
          {text('testFailed')}
        </p>
        <p className="mt-1 break-words">{message}</p>
        <p className="mt-1 text-sm text-quiet">{text('testFailedHint')}</p>
      </div>
    )
  if (items.length === 0)
    return (
      <div className="rounded-lg bg-warn-soft px-4 py-3 text-warn">
        <p className="font-semibold">{text('nothingToRead')}</p>
        <p className="mt-1">{text('nothingToReadHint')}</p>
      </div>
    )
  return (
    <div className="rounded-lg border border-line">
      <p className="flex items-center gap-2 border-b border-line px-4 py-2.5 font-semibold text-accent">
        <Icon name="check" />
        {items.length < 10 ? text('hasItems', { count: items.length }) : text('firstItems')}
      </p>
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2">
            <span className="min-w-0 flex-1 basis-48">
              <span className="block truncate font-medium">{item.title}</span>
              <span className="block truncate text-[0.8125rem] text-quiet">{item.url || item.id}</span>
            </span>
            <span className="text-[0.8125rem] text-quiet">
              {item.readers && `${text('onlyReaders', { readers: summarizePrincipals(item.readers) })} · `}
              {formatDate(item.updatedAt)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
