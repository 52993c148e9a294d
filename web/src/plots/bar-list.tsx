import { Link } from 'wouter'

export interface Bar {
  key: string
  name: string
  detail: string
  value: number
  href: string | undefined
}

/** A list with a bar for each value. */
export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const maximum = Math.max(1, ...bars.map((bar) => bar.value))
  return (
    <ol aria-label={label} className="space-y-2.5">
      {bars.map((bar) => (
        <li key={bar.key}>
          <div className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate">
              {bar.href ? (
                <Link href={bar.href} className="link">
                  {bar.name}
                </Link>
              ) : (
                bar.name
              )}
              {bar.detail && <span className="ml-2 text-[0.8125rem] text-quiet">{bar.detail}</span>}
            </span>
            <span className="text-sm font-semibold tabular-nums">{bar.value}</span>
          </div>
          <div className="mt-1 h-1.5 rounded-full bg-sunken">
            <div
              className="h-full rounded-full bg-(--plot-answered)"
              style={{ width: `${(100 * bar.value) / maximum}%` }}
            />
          </div>
        </li>
      ))}
    </ol>
  )
}
