import { useApiQuery } from '../api/queries.ts'
import { DownloadButton } from '../components/download-button.tsx'
import { formatRelativeTime } from '../components/format-date.ts'
import { QueryState } from '../components/query-state.tsx'
import { SettingsSection } from './settings-section.tsx'

export function BackupsSection() {
  const state = useApiQuery('readBackups', {})
  return (
    <SettingsSection
      title="Backups"
      lead="The whole service in one file. It can be restored to the embedded database or to PostgreSQL."
    >
      <QueryState query={state}>
        {(data) => (
          <>
            <p className="mb-4">
              {data.isScheduled
                ? `A backup is made every night at 02:30 UTC. The newest ${data.keep} are kept.`
                : 'Automatic backups are off. To back up every night, set BACKUP_DIR to a folder.'}
            </p>
            {data.isDownloadable ? (
              <p className="mb-4">
                <DownloadButton
                  operation="downloadBackup"
                  input={{}}
                  fileName="lorewell.backup"
                  label="Back up and download"
                />
              </p>
            ) : (
              <p className="mb-4 text-quiet">
                This service has several organizations, so only its operator can back it up: lorewell backup FILE.
              </p>
            )}
            {data.backups.length > 0 && (
              <ul className="card divide-y divide-line">
                {data.backups.map((backup) => (
                  <li key={backup.name} className="flex flex-wrap gap-x-3 px-4 py-2.5">
                    <span className="min-w-0 flex-1 basis-52 break-words">{backup.name}</span>
                    <span className="text-quiet">
                      {formatRelativeTime(backup.writtenAt)}, {(backup.sizeBytes / 1e6).toFixed(1)} MB
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </QueryState>
    </SettingsSection>
  )
}
