import { useId } from 'react'
import type { DigestTimes } from '../../../sdk/src/operations.ts'
import { FieldErrorText } from '../components/field.tsx'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const hours = Array.from({ length: 24 }, (_, hour) => hour)

function defaultSchedule(): DigestTimes {
  return { days: [1], hour: 9, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
}

/** Returns for example "Mon, Tue at 9:00 (Europe/Berlin)". */
export function formatSchedule({ days, hour, timeZone }: DigestTimes): string {
  const names = days.length === 7 ? 'daily' : days.map((day) => weekdays[day - 1]?.slice(0, 3)).join(', ')
  return `${names} at ${hour}:00 (${timeZone})`
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
      <legend className="mb-1.5 text-sm font-semibold">Delivery</legend>
      <label className="flex items-center gap-2.5">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={value !== null}
          onChange={(event) => onChange(event.target.checked ? defaultSchedule() : null)}
        />
        Deliver the digest to subscribers
      </label>
      {value && (
        <div className="space-y-3 rounded-lg border border-line p-3">
          <div className="flex flex-wrap gap-x-4 gap-y-1.5">
            {weekdays.map((name, index) => (
              <label key={name} className="flex items-center gap-1.5">
                <input
                  type="checkbox"
                  className="size-4 accent-accent"
                  checked={value.days.includes(index + 1)}
                  onChange={(event) => {
                    const rest = value.days.filter((day) => day !== index + 1)
                    onChange({
                      ...value,
                      days: event.target.checked ? [...rest, index + 1].sort((a, b) => a - b) : rest,
                    })
                  }}
                />
                {name.slice(0, 3)}
                <span className="sr-only">{name.slice(3)}</span>
              </label>
            ))}
          </div>
          <div className="flex flex-wrap gap-3">
            <label className="text-sm">
              <span className="mb-1 block text-quiet">Hour</span>
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
              <span className="mb-1 block text-quiet">Time zone</span>
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
