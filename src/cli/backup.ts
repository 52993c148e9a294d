import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readConfig } from '../config.ts'
import { defineCommand } from './command.ts'
import { chooseServer, type Server, serverOptions } from './server-client.ts'
import type { Terminal } from './terminal.ts'

export const backupCommand = defineCommand({
  name: 'backup',
  operands: 'FILE',
  summary: 'Write a consistent backup of the whole service to one file.',
  details: [
    'The file contains every organization with its people, content and keys: protect it like the service itself. It can be',
    'restored on the embedded database and on PostgreSQL. With --server, the key must belong to an admin, and the service',
    'must have only one organization.',
  ].join('\n'),
  options: {
    json: { type: 'boolean', description: 'Print one JSON line (the default).' },
    ...serverOptions,
  },
  examples: [
    'lorewell backup lorewell.backup',
    'lorewell backup lorewell.backup --server https://lorewell.example --key lw_…',
  ],
  async run({ options, operands: [path = ''] }, terminal) {
    const server = await chooseServer(options, terminal)
    const { tables, rows } = server ? await downloadBackup(server, path) : await backupLocally(path, terminal)
    const { size } = await stat(path)
    terminal.stdout.write(`${JSON.stringify({ file: path, bytes: size, tables, rows })}\n`)
    return 0
  },
})

async function backupLocally(path: string, { env }: Terminal): Promise<{ tables: number; rows: number }> {
  const { openDatabase } = await import('../storage/database.ts')
  const { writeBackup } = await import('../backup/write-backup.ts')
  const database = await openDatabase(readConfig(env))
  try {
    return await writeBackup({ database, path, now: () => new Date() })
  } finally {
    await database.close()
  }
}

async function downloadBackup({ client }: Server, path: string): Promise<{ tables: number; rows: number }> {
  const { checkBackup } = await import('../backup/backup-file.ts')
  const { writeDurably } = await import('../storage/durable-file.ts')
  return writeDurably(path, async (partialPath) => {
    const body = await client.download('downloadBackup', {})
    await pipeline(Readable.fromWeb(body as never), createWriteStream(partialPath, { flags: 'wx', mode: 0o600 }))
    return checkBackup(partialPath)
  })
}
