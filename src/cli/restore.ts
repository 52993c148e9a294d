import { readConfig } from '../config.ts'
import { defineCommand } from './command.ts'
import { explainNoServerOption } from './no-server-option.ts'

export const restoreCommand = defineCommand({
  name: 'restore',
  operands: 'FILE',
  summary: 'Restore a backup into an empty store, on the embedded database or on PostgreSQL.',
  details: [
    'The whole file is checked before anything is written; then everything is restored or nothing. DATA_DIR or DATABASE_URL',
    'names the target, which must be empty.',
  ].join('\n'),
  options: { json: { type: 'boolean', description: 'Print one JSON line (the default).' } },
  examples: [
    'DATA_DIR=./new lorewell restore lorewell.backup',
    'DATABASE_URL=postgres://… lorewell restore lorewell.backup',
  ],
  async run({ operands: [path = ''] }, terminal) {
    const { restoreBackup } = await import('../backup/restore-backup.ts')
    const summary = await explainNoServerOption('restore', () => restoreBackup(path, readConfig(terminal.env)))
    terminal.stdout.write(`${JSON.stringify({ file: path, ...summary })}\n`)
    return 0
  },
})
