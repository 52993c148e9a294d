const relativeFormat = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const dateFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const dateTimeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' })

const relativeUnits: [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', 60_000],
  ['hour', 3600_000],
  ['day', 24 * 3600_000],
]

/** "5 minutes ago" for a week, then the date. Returns text that isn't a date unchanged. */
export function formatRelativeTime(text: string, now: number = Date.now()): string {
  const at = Date.parse(text)
  if (Number.isNaN(at)) return text
  const passed = now - at
  if (passed < 60_000 && passed > -60_000) return 'just now'
  if (Math.abs(passed) > 7 * 24 * 3600_000) return dateFormat.format(at)
  const [unit, ms] = relativeUnits.findLast(([, size]) => Math.abs(passed) >= size) ?? ['minute', 60_000]
  return relativeFormat.format(-Math.trunc(passed / ms), unit)
}

export function formatDate(text: string): string {
  const at = Date.parse(text)
  return Number.isNaN(at) ? text : dateFormat.format(at)
}

export function formatDateTime(text: string): string {
  const at = Date.parse(text)
  return Number.isNaN(at) ? text : dateTimeFormat.format(at)
}
