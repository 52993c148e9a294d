import { Field } from '../components/field.tsx'
import { Icon } from '../components/icon.tsx'
import { PrincipalPicker } from '../components/principal-picker.tsx'
import { auditFolderText, auditFolderTexts, auditText as text } from '../messages/audit.ts'
import { auditActionTexts, describeAuditAction } from '../messages/audit-actions.ts'

export interface AuditFilter {
  email: string
  action: string
  /** A path: of one object, or of all of a kind. */
  resource: string
  /** How an object that is not a kind is shown. */
  resourceName: string
  /** Days, as date fields write them. */
  from: string
  to: string
}

export const noFilter: AuditFilter = { email: '', action: '', resource: '', resourceName: '', from: '', to: '' }

export function isFiltered(filter: AuditFilter): boolean {
  return Object.values(filter).some((value) => value !== '')
}

/** Returns the filter as the API takes it; days are those of the browser's time zone, the last one included. */
export function toAuditQuery({ email, action, resource, from, to }: AuditFilter) {
  return {
    ...(email && { email }),
    ...(action && { action }),
    ...(resource && { resource }),
    ...(from && { since: startOfDay(from, 0) }),
    ...(to && { until: startOfDay(to, 1) }),
  }
}

function startOfDay(day: string, daysLater: number): string {
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + daysLater)
  return date.toISOString()
}

export function AuditFilters({
  filter,
  onChange,
}: {
  filter: AuditFilter
  onChange: (changed: Partial<AuditFilter>) => void
}) {
  const isObject = filter.resourceName !== ''
  return (
    <fieldset className="card mb-4 grid grid-cols-1 items-start gap-x-4 gap-y-3 px-4 py-4 sm:grid-cols-2 xl:grid-cols-3">
      <legend className="sr-only">{text('filters')}</legend>
      <PrincipalPicker
        label={text('person')}
        placeholder={text('personHint')}
        isForOnePerson
        value={filter.email ? [`user:${filter.email}`] : []}
        onChange={(principals) => onChange({ email: (principals.at(-1) ?? '').replace('user:', '') })}
      />
      <Field label={text('action')}>
        {(control) => (
          <select
            {...control}
            className="input"
            value={filter.action}
            onChange={(event) => onChange({ action: event.target.value })}
          >
            <option value="">{text('anyAction')}</option>
            {[...new Set([...Object.keys(auditActionTexts), filter.action])].filter(Boolean).map((action) => (
              <option key={action} value={action}>
                {describeAuditAction(action)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={text('object')}>
        {(control) => (
          <select
            {...control}
            className="input"
            value={filter.resource}
            onChange={(event) => onChange({ resource: event.target.value, resourceName: '' })}
          >
            <option value="">{text('anyObject')}</option>
            {isObject && <option value={filter.resource}>{filter.resourceName}</option>}
            {(Object.keys(auditFolderTexts) as (keyof typeof auditFolderTexts)[]).map((path) => (
              <option key={path} value={path}>
                {auditFolderText(path)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <DayField label={text('from')} value={filter.from} onChange={(from) => onChange({ from })} />
      <DayField label={text('to')} value={filter.to} onChange={(to) => onChange({ to })} />
      {isFiltered(filter) && (
        <button
          type="button"
          className="button button-quiet self-end justify-self-start"
          onClick={() => onChange(noFilter)}
        >
          <Icon name="close" size={15} />
          {text('clearFilters')}
        </button>
      )}
    </fieldset>
  )
}

function DayField({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="date"
          className="input"
          max="9999-12-31"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
