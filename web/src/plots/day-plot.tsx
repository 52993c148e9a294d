import { useEffect, useId, useRef, useState } from 'react'
import { dateOf } from '../components/dates.ts'

export interface Day {
  date: string
  answered: number
  refused: number
  disliked: number
}

const height = 220
const top = 10
const left = 36
const bottom = 24

/** Bars of one day each: answered below, not found on top, a dot for disliked ones. The table below says the same. */
export function DayPlot({ days }: { days: readonly Day[] }) {
  const [active, setActive] = useState<number>()
  const id = useId()
  const figure = useRef<HTMLElement>(null)
  const width = useWidth(figure)
  const most = niceMaximum(Math.max(1, ...days.map((day) => day.answered + day.refused)))
  const step = (width - left) / days.length
  const barWidth = Math.max(2, Math.min(28, step * 0.7))
  const y = (value: number) => top + (height - bottom - top) * (1 - value / most)
  const shown = active === undefined ? undefined : days[active]
  const labelled = Math.ceil(days.length / Math.max(2, Math.floor(width / 100)))
  return (
    <figure ref={figure}>
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-quiet">
        <Key className="bg-(--plot-answered)" label="Answered" />
        <Key className="bg-(--plot-refused)" label="Not found" />
        <Key className="rounded-full! bg-(--plot-disliked)" label="Disliked" />
        <span role="status" className="ml-auto min-h-5">
          {shown &&
            `${dateOf(shown.date)}: ${shown.answered} answered, ${shown.refused} not found, ${shown.disliked} disliked`}
        </span>
      </div>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="h-auto w-full"
        role="img"
        aria-labelledby={`${id}-title`}
        onPointerLeave={() => setActive(undefined)}
      >
        <title id={`${id}-title`}>Questions of each day, answered and not found</title>
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line x1={left} x2={width} y1={y(most * part)} y2={y(most * part)} className="stroke-line" />
            <text x={left - 8} y={y(most * part) + 4} textAnchor="end" className="fill-quiet text-[12px]">
              {most * part}
            </text>
          </g>
        ))}
        {days.map((day, index) => {
          const x = left + index * step + (step - barWidth) / 2
          const total = day.answered + day.refused
          return (
            <g key={day.date} onPointerEnter={() => setActive(index)}>
              <rect x={left + index * step} y={0} width={step} height={height} fill="transparent" />
              <rect
                x={x}
                y={y(day.answered)}
                width={barWidth}
                height={height - bottom - y(day.answered)}
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
                <circle
                  cx={x + barWidth / 2}
                  cy={Math.max(6, y(total) - 8)}
                  r={4}
                  className="fill-(--plot-disliked)"
                />
              )}
              {index % labelled === 0 && (
                <text
                  x={left + (index + 0.5) * step}
                  y={height - 6}
                  textAnchor="middle"
                  className="fill-quiet text-[12px]"
                >
                  {shortDate(day.date)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <figcaption className="sr-only">
        <table>
          <caption>Questions of each day</caption>
          <thead>
            <tr>
              <th>Day</th>
              <th>Answered</th>
              <th>Not found</th>
              <th>Disliked</th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter((day) => day.answered + day.refused > 0)
              .map((day) => (
                <tr key={day.date}>
                  <td>{dateOf(day.date)}</td>
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

/** Drawn at its real width: letters keep their size on a phone. */
function useWidth(element: React.RefObject<HTMLElement | null>): number {
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

function Key({ className, label }: { className: string; label: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span className={`size-2.5 rounded-sm ${className}`} />
      {label}
    </span>
  )
}

/** An even number that reads well at half its height, too. */
export function niceMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const wanted = [1, 2, 4, 6, 8, 10].map((factor) => factor * power).find((one) => one >= value) ?? 10 * power
  return Math.max(2, wanted)
}

function shortDate(date: string): string {
  return new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    Date.parse(date),
  )
}
