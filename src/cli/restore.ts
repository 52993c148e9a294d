import { readConfig } from '../config.ts'
import { defineCommand } from './command.ts'
import { explainNoServerOption } from './no-server-option.ts'

export const restoreCommand = defineCommand({
  name: 'restore',
  operands: 'FILE',
  summary: 'Put a backup into an empty store, on the embedded database or on PostgreSQL.',
  details: [
    'The file is checked from beginning to end before anything is written, and it is written whole or not at all. Where',
    'to is told by DATA_DIR or DATABASE_URL; nothing may be there yet.',
  ].join('\n'),
  options: { json: { type: 'boolean', description: 'Print one JSON line, as it does anyway.' } },
  examples: [
    'DATA_DIR=./new lorewell restore lorewell.backup',
    'DATABASE_URL=postgres://… lorewell restore lorewell.backup',
  ],
  async run({ operands: [path = ''] }, terminal) {
    const { restoreBackup } = await import('../backup/restore-backup.ts')
    const restored = await explainNoServerOption('restore', () =>
      restoreBackup(path, readConfig(terminal.env)),
    )
    terminal.stdout.write(`${JSON.stringify({ file: path, ...restored })}\n`)
    return 0
  },
})
