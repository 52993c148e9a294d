import { defineMessages } from './define-messages.ts'

export const backupsText = defineMessages('backups', {
  title: 'Backups',
  lead: 'The whole service in one file. It can be restored to the embedded database or to PostgreSQL.',
  backUpAndDownload: 'Back up and download',
  onlyOperator: 'This service has several organizations, so only its operator can back it up: lorewell backup FILE.',
  scheduled: 'A backup is made every night at 02:30 UTC. The newest {count} are kept.',
  notScheduled: 'Automatic backups are off. To back up every night, set BACKUP_DIR to a folder.',
  written: '{when}, {size} MB',
  downloadStarts: 'The download starts when the backup is ready.',
  download: 'Download',
  warning:
    'The file contains all content, including other people’s private notes. Keep it as safe as the service itself.',
  passphrase: 'Passphrase (optional)',
  passphraseHint: 'Encrypts the server’s keys in the file. Without it, everyone signs in again after a restore.',
})
