import { syncScheduleText as text } from '../messages/connections.ts'

const presets = [15, 60, 360, 1440, null]

/** Returns the intervals to choose from, with the stored one among them. */
export function scheduleOptions(stored: number | null): { everyMinutes: number | null; label: string }[] {
  const minutes = presets.includes(stored) ? presets : [stored, ...presets]
  return minutes.map((everyMinutes) => ({ everyMinutes, label: formatInterval(everyMinutes) }))
}

/** Returns "Every 45 minutes". */
export function formatInterval(everyMinutes: number | null): string {
  if (everyMinutes === null) return text('paused')
  if (everyMinutes === 60) return text('everyHour')
  if (everyMinutes === 360) return text('everySixHours')
  return everyMinutes === 1440 ? text('everyDay') : text('everyMinutes', { count: everyMinutes })
}
