import { commonText } from '../messages/common.ts'

const relativeFormat = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const dateFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const dateTimeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' })

const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

const relativeUnits: [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', 60_000],
  ['hour', 3600_000],
  ['day', 24 * 3600_000],
]

/** Returns "5 minutes ago" within a week, then the date. Text that is not a date is returned unchanged. */
export function formatRelativeTime(text: string, now: number = Date.now()): string {
  const at = Date.parse(text)
  if (Number.isNaN(at)) return text
  const elapsedMs = now - at
  if (Math.abs(elapsedMs) < 60_000) return commonText('justNow')
  if (Math.abs(elapsedMs) > 7 * 24 * 3600_000) return dateFormat.format(at)
  const [unit, ms] = relativeUnits.findLast(([, size]) => Math.abs(elapsedMs) >= size) ?? ['minute', 60_000]
  return relativeFormat.format(-Math.trunc(elapsedMs / ms), unit)
}

export function formatDate(text: string): string {
  const at = Date.parse(text)
  return Number.isNaN(at) ? text : dateFormat.format(at)
}

export function formatDateTime(text: string): string {
  const at = Date.parse(text)
  return Number.isNaN(at) ? text : dateTimeFormat.format(at)
}

/** Returns the time of today, or the date with the time. */
export function formatMoment(at: number, now: number = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return (isToday ? timeFormat : dateTimeFormat).format(at)
}
