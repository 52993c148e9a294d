import { useState } from 'react'
import { useApiQuery } from '../api/queries.ts'
import { DownloadButton } from '../components/download-button.tsx'
import { Pagination } from '../components/pagination.tsx'
import { EmptyState, QueryState } from '../components/query-state.tsx'
import { RowsSkeleton } from '../components/skeletons.tsx'
import { auditText as text } from '../messages/audit.ts'
import { AuditEntry } from './audit-entry.tsx'
import { type AuditFilter, AuditFilters, isFiltered, noFilter, toAuditQuery } from './audit-filters.tsx'
import { SettingsSection } from './settings-section.tsx'

export function AuditSection() {
  const [filter, setFilter] = useState<AuditFilter>(noFilter)
  const [cursors, setCursors] = useState<string[]>([])
  const query = toAuditQuery(filter)
  const page = useApiQuery('listAuditEvents', { ...query, cursor: cursors.at(-1) }, { keepPrevious: true })
  const changeFilter = (changed: Partial<AuditFilter>) => {
    setFilter({ ...filter, ...changed })
    setCursors([])
  }
  return (
    <SettingsSection
      title={text('title')}
      lead={text('lead')}
      action={
        <div className="flex flex-wrap gap-2">
          <DownloadButton
            operation="exportAuditEvents"
            input={{ ...query, format: 'csv' }}
            fileName="audit.csv"
            label={text('exportCsv')}
          />
          <DownloadButton
            operation="exportAuditEvents"
            input={{ ...query, format: 'ndjson' }}
            fileName="audit.ndjson"
            label={text('exportLines')}
          />
        </div>
      }
    >
      <AuditFilters filter={filter} onChange={changeFilter} />
      <QueryState
        query={page}
        loading={<RowsSkeleton />}
        isEmpty={(data) => data.events.length === 0}
        empty={
          isFiltered(filter) ? (
            <EmptyState
              icon="search"
              title={text('noMatch')}
              action={
                <button type="button" className="button" onClick={() => changeFilter(noFilter)}>
                  {text('clearFilters')}
                </button>
              }
            >
              {text('noMatchHint')}
            </EmptyState>
          ) : (
            <EmptyState icon="check" title={text('empty')}>
              {text('emptyHint')}
            </EmptyState>
          )
        }
      >
        {(data) => (
          <>
            <ul className="card divide-y divide-line">
              {data.events.map((event) => (
                <AuditEntry key={event.id} event={event} onFilter={changeFilter} />
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
