import { useEffect, useState } from 'react'
import { LorewellError } from '../../../sdk/src/errors.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery } from '../api/queries.ts'
import { ConfirmIdentityDialog } from '../components/confirm-identity-dialog.tsx'
import { TextField } from '../components/field.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { formatRelativeTime } from '../components/format-date.ts'
import { QueryState } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { backupsText } from '../messages/backups.ts'
import { SettingsSection } from './settings-section.tsx'

export function BackupsSection() {
  const state = useApiQuery('readBackups', {})
  const [isOpen, setIsOpen] = useState(false)
  return (
    <SettingsSection title={backupsText('title')} lead={backupsText('lead')}>
      <QueryState query={state}>
        {(data) => (
          <div className="space-y-4">
            <div className="card space-y-4 px-5 py-4">
              <p>
                {data.isScheduled ? backupsText('scheduled', { count: data.keep ?? '' }) : backupsText('notScheduled')}
              </p>
              {data.isDownloadable ? (
                <button type="button" className="button" onClick={() => setIsOpen(true)}>
                  {backupsText('backUpAndDownload')}
                </button>
              ) : (
                <p className="text-quiet">{backupsText('onlyOperator')}</p>
              )}
            </div>
            {data.backups.length > 0 && (
              <ul className="card divide-y divide-line">
                {data.backups.map((backup) => (
                  <li key={backup.name} className="flex flex-wrap gap-x-3 px-4 py-2.5">
                    <span className="min-w-0 flex-1 basis-52 break-words">{backup.name}</span>
                    <span className="text-quiet">
                      {backupsText('written', {
                        when: formatRelativeTime(backup.writtenAt),
                        size: (backup.sizeBytes / 1e6).toFixed(1),
                      })}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </QueryState>
      {isOpen && <BackupDialog onClose={() => setIsOpen(false)} />}
    </SettingsSection>
  )
}

/** Starts a download by the browser itself, which writes it to disk as it arrives. */
function BackupDialog({ onClose }: { onClose: () => void }) {
  const showToast = useToast()
  const [passphrase, setPassphrase] = useState('')
  const create = useApiMutation(() => api.createBackupDownload(passphrase === '' ? {} : { passphrase }), [])
  const url = create.data?.url
  // An effect: the form has to know first that its text was sent, or it would ask before the download.
  useEffect(() => {
    if (url === undefined) return
    location.assign(url)
    showToast(backupsText('downloadStarts'))
    onClose()
  }, [url, showToast, onClose])
  const needsConfirmation = create.error instanceof LorewellError && create.error.id === 'confirmation-required'
  if (needsConfirmation) return <ConfirmIdentityDialog onConfirmed={() => create.mutate(undefined)} onClose={onClose} />
  return (
    <FormDialog
      title={backupsText('backUpAndDownload')}
      submitLabel={backupsText('download')}
      mutation={create}
      onClose={onClose}
    >
      {(fieldError) => (
        <>
          <p className="text-quiet">{backupsText('warning')}</p>
          <TextField
            label={backupsText('passphrase')}
            hint={backupsText('passphraseHint')}
            error={fieldError('passphrase')}
            type="password"
            autoComplete="new-password"
            minLength={8}
            maxLength={1024}
            value={passphrase}
            onChange={setPassphrase}
          />
        </>
      )}
    </FormDialog>
  )
}
