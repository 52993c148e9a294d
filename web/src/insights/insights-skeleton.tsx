import { insightsText as text } from '../messages/insights.ts'

/** The figures, the chart and two panels of the insights, while they load. */
export function InsightsSkeleton() {
  return (
    <div role="status" className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <span className="sr-only">{text('loading')}</span>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:col-span-2">
        {['a', 'b', 'c', 'd'].map((card) => (
          <div key={card} className="card space-y-2 px-4 py-3">
            <div className="skeleton h-3.5 w-20" />
            <div className="skeleton h-6 w-14" />
          </div>
        ))}
      </div>
      <div className="card px-5 py-4 lg:col-span-2">
        <div className="skeleton h-48 w-full" />
      </div>
      {['left', 'right'].map((panel) => (
        <div key={panel} className="card space-y-3 px-5 py-4">
          <div className="skeleton h-4 w-1/3" />
          <div className="skeleton h-9 w-full" />
          <div className="skeleton h-9 w-full" />
        </div>
      ))}
    </div>
  )
}
