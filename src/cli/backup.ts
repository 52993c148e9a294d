import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import { fileProblem, knownFileProblem } from '../file-problem.ts'
import { defineCommand, UsageError } from './command.ts'

export function passphraseOption(verb: 'Encrypts' | 'Decrypts') {
  const description = `${verb} the server's keys (or set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE).`
  return { type: 'string', value: 'TEXT', description } as const
}

const otherWays =
  'Set BACKUP_DIR on the server for a backup every night, or download one in the app under Settings → Backups.'

export const backupCommand = defineCommand({
  name: 'backup',
  operands: 'FILE',
  summary: 'Write a consistent backup of the whole service to one file.',
  details: [
    'The file contains every organization with its people and content: protect it like the service itself. It can be restored',
    'on the embedded database and on PostgreSQL. The keys that sign tokens and cookies are in it only with a passphrase, and',
    'encrypted. Run it on the server, with its settings; on the embedded database, while the server is stopped.',
  ].join('\n'),
  options: {
    json: { type: 'boolean', description: 'Print one JSON line (the default).' },
    passphrase: passphraseOption('Encrypts'),
    server: { type: 'string', description: '', isHidden: true },
    key: { type: 'string', description: '', isHidden: true },
  },
  examples: [
    'lorewell backup lorewell.backup',
    'BACKUP_PASSPHRASE_FILE=/run/secrets/backup lorewell backup lorewell.backup',
  ],
  otherWay: otherWays,
  async run({ options, operands: [path = ''] }, { env, stdout }) {
    // A key is for programs, and a backup contains what nobody's key can read.
    if (options.server !== undefined || options.key !== undefined || env.LOREWELL_SERVER)
      throw new UsageError(
        `A backup cannot be taken with an API key. Run "lorewell backup FILE" on the server, without --server, --key and LOREWELL_SERVER. ${otherWays}`,
      )
    const config = readConfig(env)
    const passphrase = options.passphrase ?? config.backupPassphrase
    await requireWritable(path)
    const counts = await backupLocally(path, config, passphrase)
    const { size } = await stat(path)
    stdout.write(`${JSON.stringify({ file: path, bytes: size, ...counts })}\n`)
    return 0
  },
})

/** Fails if no file can be at the path, before the store is read for it. */
async function requireWritable(path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined)
  if (existing?.isDirectory())
    throw new AppError('validation', `${path} cannot be written: it is a directory. Name a file in it.`)
  try {
    await access(dirname(path), constants.W_OK)
  } catch (cause) {
    throw unwritableError(path, cause)
  }
}

function unwritableError(path: string, cause: unknown): AppError {
  return new AppError('validation', `${path} cannot be written: ${fileProblem(cause)}`, { cause })
}

async function backupLocally(
  path: string,
  config: Config,
  passphrase: string,
): Promise<{ tables: number; rows: number }> {
  const { openDatabase } = await import('../storage/database.ts')
  const { writeBackup } = await import('../backup/write-backup.ts')
  const database = await openDatabase(config)
  try {
    return await writeBackup({ database, path, passphrase, now: () => new Date() })
  } catch (error) {
    throw knownFileProblem(error) === undefined ? error : unwritableError(path, error)
  } finally {
    await database.close()
  }
}
