import type { ConnectionTrial } from '../../../sdk/src/operations.ts'
import { formatDate } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { summarizePrincipals } from '../components/principal-picker.tsx'

/** The outcome of a test: the first items, or why the source can't be read. */
export function TrialResult({ trial }: { trial: ConnectionTrial }) {
  const { ok, message, items } = trial
  if (!ok)
    return (
      <div className="rounded-lg border border-alarm/40 bg-alarm-soft px-4 py-3">
        <p className="flex items-start gap-2 font-semibold text-alarm">
          <Icon name="alert" className="mt-0.5" />
          The test failed
        </p>
        <p className="mt-1 break-words">{message}</p>
        <p className="mt-1 text-sm text-quiet">Your entries are still here. Change them and test again.</p>
      </div>
    )
  if (items.length === 0)
    return (
      <div className="rounded-lg bg-warn-soft px-4 py-3 text-warn">
        <p className="font-semibold">Connected, but nothing to read</p>
        <p className="mt-1">No item matches these settings. Check the address, the path and the patterns.</p>
      </div>
    )
  return (
    <div className="rounded-lg border border-line">
      <p className="flex items-center gap-2 border-b border-line px-4 py-2.5 font-semibold text-accent">
        <Icon name="check" />
        {items.length < 10 ? `Connected. It has ${countItems(items.length)}:` : 'Connected. The first 10 items:'}
      </p>
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2">
            <span className="min-w-0 flex-1 basis-48">
              <span className="block truncate font-medium">{item.title}</span>
              <span className="block truncate text-[0.8125rem] text-quiet">{item.url || item.id}</span>
            </span>
            <span className="text-[0.8125rem] text-quiet">
              {item.readers && `Only ${summarizePrincipals(item.readers)} · `}
              {formatDate(item.updatedAt)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function countItems(count: number): string {
  return count === 1 ? '1 item' : `${count.toLocaleString()} items`
}
