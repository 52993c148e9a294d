import { useEffect, useId, useRef, useState } from 'react'
import { formatDate } from '../components/format-date.ts'
import { plotText } from '../messages/plots.ts'

export interface DailyCounts {
  date: string
  answered: number
  refused: number
  disliked: number
}

const chartHeight = 220
const marginTop = 10
const marginLeft = 36
const marginBottom = 24

/** One bar per day: answered below, not found on top, a dot for disliked answers. Screen readers get a table instead. */
export function DailyChart({ days }: { days: readonly DailyCounts[] }) {
  const [active, setActive] = useState<number>()
  const id = useId()
  const figure = useRef<HTMLElement>(null)
  const width = useElementWidth(figure)
  const maximum = niceAxisMaximum(Math.max(1, ...days.map((day) => day.answered + day.refused)))
  const step = (width - marginLeft) / days.length
  const barWidth = Math.max(2, Math.min(28, step * 0.7))
  const y = (value: number) => marginTop + (chartHeight - marginBottom - marginTop) * (1 - value / maximum)
  const shown = active === undefined ? undefined : days[active]
  const labelInterval = Math.ceil(days.length / Math.max(2, Math.floor(width / 100)))
  return (
    <figure ref={figure}>
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-quiet">
        <LegendItem className="bg-(--plot-answered)" label={plotText('answered')} />
        <LegendItem className="bg-(--plot-refused)" label={plotText('notFound')} />
        <LegendItem className="rounded-full! bg-(--plot-disliked)" label={plotText('disliked')} />
        <span role="status" className="ml-auto min-h-5">
          {shown && plotText('dayCounts', { ...shown, date: formatDate(shown.date) })}
        </span>
      </div>
      <svg
        viewBox={`0 0 ${width} ${chartHeight}`}
        className="h-auto w-full"
        role="img"
        aria-labelledby={`${id}-title`}
        onPointerLeave={() => setActive(undefined)}
      >
        <title id={`${id}-title`}>{plotText('title')}</title>
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line x1={marginLeft} x2={width} y1={y(maximum * part)} y2={y(maximum * part)} className="stroke-line" />
            <text x={marginLeft - 8} y={y(maximum * part) + 4} textAnchor="end" className="fill-quiet text-[12px]">
              {maximum * part}
            </text>
          </g>
        ))}
        {days.map((day, index) => {
          const x = marginLeft + index * step + (step - barWidth) / 2
          const total = day.answered + day.refused
          return (
            <g key={day.date} onPointerEnter={() => setActive(index)}>
              <rect x={marginLeft + index * step} y={0} width={step} height={chartHeight} fill="transparent" />
              <rect
                x={x}
                y={y(day.answered)}
                width={barWidth}
                height={chartHeight - marginBottom - y(day.answered)}
                rx={2}
                className="fill-(--plot-answered)"
              />
              <rect
                x={x}
                y={y(total)}
                width={barWidth}
                height={y(day.answered) - y(total)}
                rx={2}
                className="fill-(--plot-refused)"
              />
              {day.disliked > 0 && (
                <circle cx={x + barWidth / 2} cy={Math.max(6, y(total) - 8)} r={4} className="fill-(--plot-disliked)" />
              )}
              {index % labelInterval === 0 && (
                <text
                  x={marginLeft + (index + 0.5) * step}
                  y={chartHeight - 6}
                  textAnchor="middle"
                  className="fill-quiet text-[12px]"
                >
                  {formatShortDate(day.date)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <figcaption className="sr-only">
        <table>
          <caption>{plotText('caption')}</caption>
          <thead>
            <tr>
              <th>{plotText('day')}</th>
              <th>{plotText('answered')}</th>
              <th>{plotText('notFound')}</th>
              <th>{plotText('disliked')}</th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter((day) => day.answered + day.refused > 0)
              .map((day) => (
                <tr key={day.date}>
                  <td>{formatDate(day.date)}</td>
                  <td>{day.answered}</td>
                  <td>{day.refused}</td>
                  <td>{day.disliked}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </figcaption>
    </figure>
  )
}

/** The chart is drawn at its real width, so that text keeps its size on a phone. */
function useElementWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(900)
  useEffect(() => {
    const observed = element.current
    if (!observed) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(240, entry?.contentRect.width ?? 900)))
    observer.observe(observed)
    return () => observer.disconnect()
  }, [element])
  return width
}

function LegendItem({ className, label }: { className: string; label: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span className={`size-2.5 rounded-sm ${className}`} />
      {label}
    </span>
  )
}

/** Returns a round number whose half is whole, because the axis is labelInterval at half height too. */
export function niceAxisMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const candidates = [1, 2, 4, 6, 8, 10].map((factor) => factor * power)
  return Math.max(2, candidates.find((candidate) => candidate >= value) ?? 10 * power)
}

function formatShortDate(date: string): string {
  return new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    Date.parse(date),
  )
}
