import { dayMs } from '../durations.ts'
import { isTimeZone } from '../time-zone.ts'

/** A weekly recurrence in wall-clock time. */
export interface Recurrence {
  /** ISO weekdays: 1 is Monday, 7 is Sunday. */
  days: readonly number[]
  hour: number
  minute?: number
  /** An IANA name such as `Europe/Berlin`. */
  timeZone: string
}

/**
 * Returns the first run after an instant. The hour is wall-clock time in the time zone: an hour skipped by daylight saving
 * runs later by the size of the jump; a repeated hour runs the first time only.
 */
export function nextRun(times: Recurrence, after: Date): Date {
  validateRecurrence(times)
  const clock = createWallClock(times.timeZone)
  // Starts a day early, because a run moved by a skipped hour or day belongs to the day before.
  const start = startOfDay(clock(after.getTime())) - dayMs
  for (let offset = 0; offset <= 9; offset++) {
    const day = start + offset * dayMs
    if (!times.days.includes(isoWeekday(day))) continue
    const run = toInstant(day + times.hour * 3600_000 + (times.minute ?? 0) * 60_000, clock)
    if (run > after.getTime()) return new Date(run)
  }
  throw new Error('The recurrence has no day to run on')
}

/** Returns the latest run at or before an instant. */
export function lastRun(times: Recurrence, at: Date): Date {
  let run = nextRun(times, new Date(at.getTime() - 9 * dayMs))
  for (let next = run; next <= at; next = nextRun(times, next)) run = next
  return run
}

/** Throws a RangeError that names the invalid field. */
export function validateRecurrence({ days, hour, minute = 0, timeZone }: Recurrence): void {
  if (days.length === 0 || !days.every((day) => Number.isInteger(day) && day >= 1 && day <= 7))
    throw new RangeError('days must be one or more of 1 (Monday) to 7 (Sunday)')
  if (!Number.isInteger(hour) || hour < 0 || hour > 23) throw new RangeError('hour must be from 0 to 23')
  if (!Number.isInteger(minute) || minute < 0 || minute > 59) throw new RangeError('minute must be from 0 to 59')
  if (!isTimeZone(timeZone)) throw new RangeError('timeZone must be an IANA name such as Europe/Berlin')
}

/** Returns the wall-clock time at an instant, encoded as if it were UTC. */
type WallClock = (instant: number) => number

function createWallClock(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (instant) => {
    const part: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value)
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = part
    return Date.UTC(year, month - 1, day, hour, minute, second) + (instant % 1000)
  }
}

/** Returns the instant at which the clock shows a time: the earlier of two, and within a gap, with the offset from before it. */
function toInstant(shown: number, clock: WallClock): number {
  const before = clock(shown - dayMs) - (shown - dayMs)
  const after = clock(shown + dayMs) - (shown + dayMs)
  const matches = [shown - before, shown - after].filter((instant) => clock(instant) === shown)
  return matches.length > 0 ? Math.min(...matches) : shown - before
}

function startOfDay(shown: number): number {
  return Math.floor(shown / dayMs) * dayMs
}

function isoWeekday(shown: number): number {
  return new Date(shown).getUTCDay() || 7
}
