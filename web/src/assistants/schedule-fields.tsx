import { useId } from 'react'
import type { DigestTimes } from '../../../sdk/src/operations.ts'
import { FieldErrorText } from '../components/field.tsx'
import { scheduleText } from '../messages/assistants.ts'
import { messageLanguage } from '../messages/define-messages.ts'

/** A Monday, to take the names of the weekdays from. */
const monday = Date.UTC(2024, 0, 1)
const weekdays = [1, 2, 3, 4, 5, 6, 7]
const hours = Array.from({ length: 24 }, (_, hour) => hour)

function defaultSchedule(): DigestTimes {
  return { days: [1], hour: 9, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
}

/** Returns for example "Mon, Tue at 9:00 (Europe/Berlin)". */
export function formatSchedule({ days, hour, timeZone }: DigestTimes): string {
  if (days.length === 7) return scheduleText('daily', { hour, timeZone })
  const names = days.map((day) => nameWeekday(day, 'short')).join(', ')
  return scheduleText('onDays', { days: names, hour, timeZone })
}

/** Returns the name of a day, where 1 is Monday, in the language of the texts. */
function nameWeekday(day: number, weekday: 'short' | 'long'): string {
  const date = monday + (day - 1) * 24 * 60 * 60 * 1000
  return new Intl.DateTimeFormat(messageLanguage(), { weekday, timeZone: 'UTC' }).format(date)
}

/** When the digest is delivered to subscribers; null means never. */
export function ScheduleFields({
  value,
  onChange,
  error,
}: {
  value: DigestTimes | null
  onChange: (value: DigestTimes | null) => void
  error: string | undefined
}) {
  const zones = useId()
  return (
    <fieldset className="space-y-2.5">
      <legend className="mb-1.5 text-sm font-semibold">{scheduleText('delivery')}</legend>
      <label className="flex items-center gap-2.5">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={value !== null}
          onChange={(event) => onChange(event.target.checked ? defaultSchedule() : null)}
        />
        {scheduleText('deliver')}
      </label>
      {value && (
        <div className="space-y-3 rounded-lg border border-line p-3">
          <div className="flex flex-wrap gap-x-4 gap-y-1.5">
            {weekdays.map((day) => (
              <label key={day} className="flex items-center gap-1.5">
                <input
                  type="checkbox"
                  className="size-4 accent-accent"
                  checked={value.days.includes(day)}
                  onChange={(event) => {
                    const rest = value.days.filter((other) => other !== day)
                    onChange({
                      ...value,
                      days: event.target.checked ? [...rest, day].sort((a, b) => a - b) : rest,
                    })
                  }}
                />
                <span aria-hidden="true">{nameWeekday(day, 'short')}</span>
                <span className="sr-only">{nameWeekday(day, 'long')}</span>
              </label>
            ))}
          </div>
          <div className="flex flex-wrap gap-3">
            <label className="text-sm">
              <span className="mb-1 block text-quiet">{scheduleText('hour')}</span>
              <select
                className="input w-28"
                value={value.hour}
                onChange={(event) => onChange({ ...value, hour: Number(event.target.value) })}
              >
                {hours.map((hour) => (
                  <option key={hour} value={hour}>
                    {hour}:00
                  </option>
                ))}
              </select>
            </label>
            <label className="min-w-0 flex-1 basis-52 text-sm">
              <span className="mb-1 block text-quiet">{scheduleText('timeZone')}</span>
              <input
                className="input"
                list={zones}
                required
                value={value.timeZone}
                onChange={(event) => onChange({ ...value, timeZone: event.target.value })}
              />
              <datalist id={zones}>
                {Intl.supportedValuesOf('timeZone').map((zone) => (
                  <option key={zone} value={zone} />
                ))}
              </datalist>
            </label>
          </div>
        </div>
      )}
      <FieldErrorText error={error} />
    </fieldset>
  )
}
