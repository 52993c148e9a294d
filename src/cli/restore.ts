import { readConfig } from '../config.ts'
import { passphraseOption } from './backup.ts'
import { defineCommand } from './command.ts'

export const restoreCommand = defineCommand({
  name: 'restore',
  operands: 'FILE',
  summary: 'Restore a backup into an empty store, on the embedded database or on PostgreSQL.',
  details: [
    'The whole file is checked before anything is written; then everything is restored or nothing. DATA_DIR or DATABASE_URL',
    'names the target, which must be empty. With the passphrase of the backup, the keys of the server are restored too;',
    'without it the service makes new ones, and everyone signs in again.',
  ].join('\n'),
  options: {
    json: { type: 'boolean', description: 'Print one JSON line (the default).' },
    passphrase: passphraseOption('Decrypts'),
  },
  examples: [
    'DATA_DIR=./new lorewell restore lorewell.backup',
    'DATABASE_URL=postgres://… lorewell restore lorewell.backup',
  ],
  otherWay:
    'To keep a server running meanwhile, restore into a new DATA_DIR or an empty database, then start the server with that.',
  async run({ options, operands: [path = ''] }, terminal) {
    const { restoreBackup } = await import('../backup/restore-backup.ts')
    const config = readConfig(terminal.env)
    const passphrase = options.passphrase ?? config.backupPassphrase
    const summary = await restoreBackup(path, config, { passphrase })
    if (summary.serverKeys === 'new')
      terminal.stderr.write('The service makes new server keys when it starts: everyone signs in again.\n')
    terminal.stdout.write(`${JSON.stringify({ file: path, ...summary })}\n`)
    return 0
  },
})
