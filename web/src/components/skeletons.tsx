import { commonText } from '../messages/common.ts'

/** Skeletons in the shape of what comes. Each is announced once to screen readers. */

/** Rows of a list in a card: a name, a line below it and a button. */
export function RowsSkeleton({ label = commonText('loading'), rows = 5 }: { label?: string; rows?: number }) {
  return (
    <div role="status">
      <span className="sr-only">{label}…</span>
      <div className="card divide-y divide-line">
        {range(rows).map((row) => (
          <div key={row} className="flex items-center gap-3 px-4 py-3">
            <div className="min-w-0 flex-1 space-y-2">
              <div className={`skeleton h-4 ${row % 2 === 0 ? 'w-2/5' : 'w-1/3'}`} />
              <div className="skeleton h-3 w-3/5" />
            </div>
            <div className="skeleton h-8 w-16" />
          </div>
        ))}
      </div>
    </div>
  )
}

/** Cards in two columns, as of data sources and assistants. */
export function CardsSkeleton({ label = commonText('loading'), cards = 4 }: { label?: string; cards?: number }) {
  return (
    <div role="status">
      <span className="sr-only">{label}…</span>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {range(cards).map((card) => (
          <div key={card} className="card space-y-3 px-5 py-4">
            <div className="skeleton h-4 w-1/2" />
            <div className="skeleton h-3 w-full" />
            <div className="skeleton h-3 w-3/4" />
          </div>
        ))}
      </div>
    </div>
  )
}

/** A card with fields and a button. */
export function FormSkeleton({ label = commonText('loading'), fields = 2 }: { label?: string; fields?: number }) {
  return (
    <div role="status" className="max-w-xl">
      <span className="sr-only">{label}…</span>
      <div className="card space-y-4 px-5 py-5">
        {range(fields).map((field) => (
          <div key={field} className="space-y-2">
            <div className="skeleton h-3.5 w-24" />
            <div className="skeleton h-9 w-full" />
          </div>
        ))}
        <div className="skeleton h-9 w-20" />
      </div>
    </div>
  )
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
