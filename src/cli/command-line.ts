import { readFileSync } from 'node:fs'
import { InvalidSettingsError } from '../config.ts'
import { AppError } from '../errors.ts'
import { projectDirectory } from '../installation.ts'
import { DirectoryLockedError } from '../storage/directory-lock.ts'
import { applyCommand } from './apply.ts'
import { askCommand } from './ask.ts'
import { backupCommand } from './backup.ts'
import { formatColumns, UsageError } from './command.ts'
import { dbCommand } from './db.ts'
import { doctorCommand } from './doctor.ts'
import { evalCommand } from './eval.ts'
import { importCommand } from './import.ts'
import { mcpCommand } from './mcp.ts'
import { restoreCommand } from './restore.ts'
import { startCommand } from './start.ts'
import { syncCommand } from './sync.ts'
import type { Terminal } from './terminal.ts'

export const commands = [
  startCommand,
  applyCommand,
  importCommand,
  syncCommand,
  askCommand,
  mcpCommand,
  backupCommand,
  restoreCommand,
  doctorCommand,
  dbCommand,
  evalCommand,
]

/** Runs the command that `argv` names; resolves to the exit code. */
export async function runCommandLine(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = argv
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const { stdout, stderr } = terminal
    const output = name === undefined ? stderr : stdout
    output.write(formatUsage())
    return name === undefined ? 2 : 0
  }
  if (name === '--version' || name === '-v') {
    terminal.stdout.write(`${readVersion()}\n`)
    return 0
  }
  const command = commands.find((candidate) => candidate.name === name)
  if (!command) {
    terminal.stderr.write(`There is no command "${name}".\n\n${formatUsage()}`)
    return 2
  }
  try {
    return await command.run(rest, terminal)
  } catch (error) {
    if (error instanceof DirectoryLockedError) {
      terminal.stderr.write(`${error.message} ${command.adviceWhenLocked}\n`)
      return 1
    }
    if (!(error instanceof UsageError)) return reportError(error, terminal)
    terminal.stderr.write(`${error.message}\nSee "lorewell ${name} --help".\n`)
    return 2
  }
}

function readVersion(): string {
  return (JSON.parse(readFileSync(new URL('package.json', projectDirectory), 'utf8')) as { version: string }).version
}

function formatUsage(): string {
  return [
    'Lorewell: true, cited answers from your notes.',
    '',
    'Usage: lorewell COMMAND [options]',
    '',
    ...formatColumns(
      commands.map((command) => [[command.name, command.operands].filter(Boolean).join(' '), command.summary] as const),
    ),
    '',
    'Run "lorewell COMMAND --help" for the options of a command, and "lorewell --version" for the version.',
    '',
  ].join('\n')
}

/** Prints the message of expected errors. Any other error is a defect, so its stack is printed as well. */
function reportError(error: unknown, { stderr }: Terminal): number {
  if (error instanceof InvalidSettingsError) stderr.write(`${error.message}\n`)
  else if (error instanceof AppError) stderr.write(`${formatAppError(error)}\n`)
  else stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  return 1
}

/** Of rejected fields the problems alone: the message only says that there are some. */
function formatAppError({ code, message, details = {} }: AppError): string {
  const problems = Object.entries(details).map(([field, problem]) => `${field}: ${problem.message}`)
  if (code === 'validation' && problems.length > 0) return problems.join('\n')
  return [message, ...problems.map((line) => `  ${line}`)].join('\n')
}
