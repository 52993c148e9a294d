import { describe, expect, it } from 'vitest'
import { lastRun, nextRun, type Recurrence, validateRecurrence } from './recurrence.ts'

const daily = [1, 2, 3, 4, 5, 6, 7]

function next(times: Recurrence, after: string): string {
  return nextRun(times, new Date(after)).toISOString()
}

describe('nextRun', () => {
  it.each([
    ['later on the same day', '2026-11-04T06:00:00Z', '2026-11-04T08:00:00.000Z'],
    ['on the next day that counts', '2026-11-04T09:00:00Z', '2026-11-06T08:00:00.000Z'],
    ['in the next week', '2026-11-07T09:00:00Z', '2026-11-09T08:00:00.000Z'],
    ['never at the instant itself', '2026-11-09T08:00:00Z', '2026-11-11T08:00:00.000Z'],
    ['a millisecond before', '2026-11-09T07:59:59.999Z', '2026-11-09T08:00:00.000Z'],
  ])('runs Monday, Wednesday and Friday at nine in Berlin: %s', (_, after, expected) => {
    expect(next({ days: [1, 3, 5], hour: 9, timeZone: 'Europe/Berlin' }, after)).toBe(expected)
  })

  it('keeps the wall-clock hour when daylight saving changes', () => {
    const times = { days: daily, hour: 9, timeZone: 'Europe/Berlin' }
    expect(next(times, '2026-03-28T09:00:00Z')).toBe('2026-03-29T07:00:00.000Z')
    expect(next(times, '2026-10-24T08:00:00Z')).toBe('2026-10-25T08:00:00.000Z')
  })

  it('runs a skipped hour as much later as the clock jumps', () => {
    // 02:30 does not exist on 29 March 2026 in Berlin: at 02:00 the clock shows 03:00.
    const times = { days: daily, hour: 2, minute: 30, timeZone: 'Europe/Berlin' }
    expect(next(times, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:30:00.000Z')
    expect(next(times, '2026-03-29T01:30:00Z')).toBe('2026-03-30T00:30:00.000Z')
  })

  it('runs a repeated hour once, the first time', () => {
    // 02:30 comes twice on 25 October 2026 in Berlin.
    const times = { days: daily, hour: 2, minute: 30, timeZone: 'Europe/Berlin' }
    expect(next(times, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z')
    expect(next(times, '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z')
  })

  it('supports offsets and changes of half an hour', () => {
    expect(next({ days: daily, hour: 9, timeZone: 'Asia/Kolkata' }, '2026-01-01T00:00:00Z')).toBe(
      '2026-01-01T03:30:00.000Z',
    )
    // Lord Howe Island moves by thirty minutes: 02:15 does not exist on 4 October 2026.
    expect(next({ days: daily, hour: 2, minute: 15, timeZone: 'Australia/Lord_Howe' }, '2026-10-03T12:00:00Z')).toBe(
      '2026-10-03T15:45:00.000Z',
    )
  })

  it('uses the weekday of the time zone, not of UTC', () => {
    // Monday 00:30 in Auckland is still Sunday in UTC.
    expect(next({ days: [1], hour: 0, minute: 30, timeZone: 'Pacific/Auckland' }, '2026-06-10T00:00:00Z')).toBe(
      '2026-06-14T12:30:00.000Z',
    )
    expect(next({ days: [7], hour: 23, timeZone: 'America/Los_Angeles' }, '2026-06-10T00:00:00Z')).toBe(
      '2026-06-15T06:00:00.000Z',
    )
  })

  it('skips a day that a time zone never had', () => {
    // Samoa went from Thursday 29 to Saturday 31 December 2011.
    const times = { days: daily, hour: 9, timeZone: 'Pacific/Apia' }
    expect(next(times, '2011-12-29T19:00:00Z')).toBe('2011-12-30T19:00:00.000Z')
    expect(next(times, '2011-12-30T19:00:00Z')).toBe('2011-12-31T19:00:00.000Z')
  })

  it('runs once a day, a day apart give or take the change, through a whole year of every kind of zone', () => {
    for (const timeZone of ['Europe/Berlin', 'America/New_York', 'Africa/Casablanca', 'Asia/Tokyo', 'UTC']) {
      let at = new Date('2026-01-01T00:00:00Z')
      for (let run = 0; run < 365; run++) {
        const following = nextRun({ days: daily, hour: 2, minute: 30, timeZone }, at)
        const hours = (following.getTime() - at.getTime()) / 3600_000
        if (run > 0) expect([23, 24, 25], `${timeZone} ${following.toISOString()}`).toContain(hours)
        at = following
      }
    }
  })
})

describe('lastRun', () => {
  it('returns the run at or before an instant', () => {
    const times = { days: [1], hour: 9, timeZone: 'UTC' }
    expect(lastRun(times, new Date('2026-11-09T09:00:00Z')).toISOString()).toBe('2026-11-09T09:00:00.000Z')
    expect(lastRun(times, new Date('2026-11-09T08:59:59Z')).toISOString()).toBe('2026-11-02T09:00:00.000Z')
  })
})

describe('validateRecurrence', () => {
  it.each([
    [{ days: [], hour: 9, timeZone: 'UTC' }, /days/],
    [{ days: [0], hour: 9, timeZone: 'UTC' }, /days/],
    [{ days: [1], hour: 24, timeZone: 'UTC' }, /hour/],
    [{ days: [1], hour: 9, minute: 60, timeZone: 'UTC' }, /minute/],
    [{ days: [1], hour: 9, timeZone: 'Mars/Olympus' }, /timeZone/],
  ])('names what is wrong in %j', (times, message) => {
    expect(() => validateRecurrence(times)).toThrow(message)
  })
})
