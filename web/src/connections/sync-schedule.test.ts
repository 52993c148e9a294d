import { expect, test } from 'vitest'
import { formatInterval, scheduleOptions } from './sync-schedule.ts'

test('an interval that is not among the usual ones can be kept', () => {
  expect(scheduleOptions(60).filter(({ everyMinutes }) => everyMinutes === 60)).toHaveLength(1)
  expect(scheduleOptions(45)[0]).toEqual({ everyMinutes: 45, label: 'Every 45 minutes' })
  expect(formatInterval(1)).toBe('Every minute')
})
