import { Link } from 'wouter'
import type { AuditEvent } from '../../../sdk/src/operations.ts'
import { formatDateTime, formatRelativeTime } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { Menu, type MenuItem } from '../components/menu.tsx'
import { auditObjectText, auditViaText, auditText as text } from '../messages/audit.ts'
import { describeAuditAction } from '../messages/audit-actions.ts'
import type { AuditFilter } from './audit-filters.tsx'
import { describeRightsChange } from './audit-rights.ts'

/** One entry of the audit log: who did what to which object, when and from where. */
export function AuditEntry({
  event,
  onFilter,
}: {
  event: AuditEvent
  onFilter: (changed: Partial<AuditFilter>) => void
}) {
  const object = objectPath(event)
  const { email } = event
  const items: MenuItem[] = [
    ...(email ? [{ label: text('showOnlyPerson'), onSelect: () => onFilter({ email }) }] : []),
    { label: text('showOnlyAction'), onSelect: () => onFilter({ action: event.action }) },
    ...(object
      ? [
          {
            label: text('showOnlyObject'),
            onSelect: () => onFilter({ resource: object.path, resourceName: event.objectTitle ?? object.path }),
          },
        ]
      : []),
  ]
  return (
    <li className="flex items-start gap-x-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="break-words">
          <span className="font-medium" title={email ?? undefined}>
            {describePerson(event)}
          </span>
          {' · '}
          {describeAuditAction(event.action)}
          {event.noteCount !== null && ` (${text('noteCount', { count: event.noteCount })})`}
          {event.outcome === 'refused' && <span className="chip chip-alarm ml-2">{text('refused')}</span>}
        </p>
        {event.objectKind && <ObjectName event={event} />}
        {describeRightsChange(event).map((sentence) => (
          <p key={sentence} className="text-[0.8125rem] break-words text-quiet">
            {sentence}
          </p>
        ))}
        <p className="text-[0.8125rem] break-words text-quiet">
          <time dateTime={event.at} title={formatDateTime(event.at)}>
            {formatRelativeTime(event.at)}
          </time>
          {` ${auditViaText(event.via)}`}
          {event.address !== '' && `, ${text('address', { address: event.address })}`}
        </p>
      </div>
      <Menu label={text('more')} button={<Icon name="more" />} items={items} />
    </li>
  )
}

function ObjectName({ event }: { event: AuditEvent }) {
  const { objectKind, objectTitle } = event
  if (!objectKind) return null
  const href = objectHref(event)
  return (
    <p className="break-words">
      <span className="text-quiet">{auditObjectText(objectKind)}: </span>
      {objectTitle === null ? (
        <span className="text-quiet">{text('unavailable')}</span>
      ) : href ? (
        <Link href={href} className="link" dir="auto">
          {objectTitle}
        </Link>
      ) : (
        <span dir="auto">{objectTitle}</span>
      )}
    </p>
  )
}

function describePerson({ via, personName, email }: AuditEvent): string {
  if (via === 'schedule') return text('service')
  return personName ?? email ?? text('unknownPerson')
}

/** Returns the path of the object itself: `/notes/1` for `/notes/1/audience`. */
function objectPath({ resource, objectKind }: AuditEvent): { path: string } | undefined {
  if (!objectKind) return undefined
  const folders = resource.startsWith('/admin/') ? 3 : 2
  const parts = resource.split('/').slice(1)
  return { path: `/${parts.slice(0, objectKind === 'item' ? 4 : folders).join('/')}` }
}

/** Returns the screen of an object; undefined for one without. */
function objectHref(event: AuditEvent): string | undefined {
  const path = objectPath(event)?.path
  const [folder, id] = path?.replace('/admin/', '/').split('/').slice(1) ?? []
  if (event.objectKind === 'member' || event.objectKind === 'invitation') return '/settings/members'
  if (event.objectKind === 'group') return '/settings/groups'
  return folder && ['notes', 'data-sources', 'connections'].includes(folder) ? `/${folder}/${id}` : undefined
}
