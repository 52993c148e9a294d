const presets: [everyMinutes: number | null, label: string][] = [
  [15, 'Every 15 minutes'],
  [60, 'Every hour'],
  [360, 'Every 6 hours'],
  [1440, 'Every day'],
  [null, 'Paused: only with Sync now'],
]

/** Returns the intervals to choose from, with the stored one among them. */
export function scheduleOptions(stored: number | null): { everyMinutes: number | null; label: string }[] {
  const options = presets.map(([everyMinutes, label]) => ({ everyMinutes, label }))
  if (options.some(({ everyMinutes }) => everyMinutes === stored)) return options
  return [{ everyMinutes: stored, label: formatInterval(stored) }, ...options]
}

/** Returns "Every 45 minutes". */
export function formatInterval(everyMinutes: number | null): string {
  const preset = presets.find(([minutes]) => minutes === everyMinutes)
  if (preset) return preset[1]
  return everyMinutes === 1 ? 'Every minute' : `Every ${everyMinutes?.toLocaleString()} minutes`
}
