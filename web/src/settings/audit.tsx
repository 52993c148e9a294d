import { useState } from 'react'
import { useApiQuery } from '../api/queries.ts'
import { DownloadButton } from '../components/download-button.tsx'
import { formatRelativeTime } from '../components/format-date.ts'
import { Pagination } from '../components/pagination.tsx'
import { summarizePrincipals } from '../components/principal-picker.tsx'
import { EmptyState, QueryState } from '../components/query-state.tsx'
import { countNotes } from '../notes/count-notes.ts'
import { SettingsSection } from './settings-section.tsx'

export function AuditSection() {
  const [cursors, setCursors] = useState<string[]>([])
  const cursor = cursors.at(-1)
  const page = useApiQuery('listAuditEvents', { cursor })
  return (
    <SettingsSection
      title="Audit log"
      lead="Who changed what, from where, and which attempts were refused. Entries are never changed."
    >
      <p className="mb-4 flex flex-wrap gap-2">
        <DownloadButton
          operation="exportAuditEvents"
          input={{ format: 'csv' }}
          fileName="audit.csv"
          label="Download CSV"
        />
        <DownloadButton
          operation="exportAuditEvents"
          input={{ format: 'ndjson' }}
          fileName="audit.ndjson"
          label="Download NDJSON"
        />
      </p>
      <QueryState
        query={page}
        isEmpty={(data) => data.events.length === 0}
        empty={<EmptyState icon="check" title="No entries yet" />}
      >
        {(data) => (
          <>
            <ul className="card divide-y divide-line">
              {data.events.map((event) => (
                <li key={event.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
                  <span className="min-w-0 flex-1 basis-52">
                    <span className="block font-medium break-words">
                      {event.action} <span className="font-normal text-quiet">{event.resource}</span>
                      {event.noteCount !== null && ` (${countNotes(event.noteCount)})`}
                    </span>
                    <span className="block text-[0.8125rem] break-words text-quiet">
                      {event.via === 'schedule' ? 'Lorewell' : (event.email ?? 'Unknown user')} ({event.via}),{' '}
                      {formatRelativeTime(event.at)}
                      {event.address !== '' && `, from ${event.address}`}
                    </span>
                    {event.audienceBefore && event.audienceAfter && (
                      <span className="block text-[0.8125rem] break-words text-quiet">
                        Visible to {summarizePrincipals(event.audienceBefore)} before,{' '}
                        {summarizePrincipals(event.audienceAfter)} after
                      </span>
                    )}
                  </span>
                  {event.outcome === 'refused' && <span className="chip chip-alarm">refused</span>}
                </li>
              ))}
            </ul>
            <Pagination
              page={cursors.length}
              hasNext={data.nextCursor !== null}
              onPage={(to) =>
                setCursors(to < cursors.length ? cursors.slice(0, to) : [...cursors, data.nextCursor as string])
              }
            />
          </>
        )}
      </QueryState>
    </SettingsSection>
  )
}
