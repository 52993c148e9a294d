import { parseArgs } from 'node:util'
import type { Terminal } from './terminal.ts'

/** A command as the entry point sees it. */
export interface Command {
  name: string
  operands: string
  summary: string
  help(): string
  /** Resolves to the exit code: 0 done, 1 failed, 2 called wrongly. */
  run(argv: readonly string[], terminal: Terminal): Promise<number>
}

export interface CommandOption {
  type: 'string' | 'boolean'
  /** How the value is called in the help, e.g. `EMAIL`. */
  value?: string
  description: string
}

export interface ParsedArguments<Options> {
  options: { [Name in keyof Options]?: Options[Name] extends { type: 'boolean' } ? boolean : string }
  operands: string[]
}

/** The command was called wrongly; the message says how. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A command from its declaration: the parsing and the help both come out of it. */
export function defineCommand<const Options extends Record<string, CommandOption>>(declared: {
  name: string
  /** What follows the name, as the help shows it; as many operands as words in it. */
  operands: string
  summary: string
  details?: string
  options: Options
  examples: readonly string[]
  run(given: ParsedArguments<Options>, terminal: Terminal): Promise<number>
}): Command {
  const help = () => formatHelp(declared)
  return {
    name: declared.name,
    operands: declared.operands,
    summary: declared.summary,
    help,
    async run(argv, terminal) {
      if (argv.includes('--help') || argv.includes('-h')) {
        terminal.stdout.write(help())
        return 0
      }
      return declared.run(parseCommand(declared, argv), terminal)
    },
  }
}

interface CommandDeclaration {
  name: string
  operands: string
  summary: string
  details?: string
  options: Record<string, CommandOption>
  examples: readonly string[]
}

function parseCommand<Options extends Record<string, CommandOption>>(
  declared: CommandDeclaration & { options: Options },
  argv: readonly string[],
): ParsedArguments<Options> {
  const wanted = declared.operands.split(' ').filter(Boolean)
  const { values, positionals } = parseArgv(declared, argv)
  if (positionals.length < wanted.length) {
    throw new UsageError(`${wanted.slice(positionals.length).join(' ')} is missing.`)
  }
  if (positionals.length > wanted.length) {
    throw new UsageError(`"${positionals[wanted.length]}" is one word too many: put quotes around a text.`)
  }
  return { options: values as ParsedArguments<Options>['options'], operands: positionals }
}

function parseArgv(declared: CommandDeclaration, argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: Object.fromEntries(
        Object.entries(declared.options).map(([name, option]) => [name, { type: option.type }]),
      ),
      allowPositionals: true,
      strict: true,
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function formatHelp(declared: CommandDeclaration): string {
  const options = [
    ...Object.entries(declared.options).map(
      ([name, option]) => [`--${name}${option.value ? ` ${option.value}` : ''}`, option.description] as const,
    ),
    ['--help', 'This text.'] as const,
  ]
  return [
    declared.summary,
    '',
    `Usage: ${['lorewell', declared.name, declared.operands].filter(Boolean).join(' ')} [options]`,
    ...(declared.details ? ['', declared.details] : []),
    '',
    'Options:',
    ...formatColumns(options),
    '',
    'Examples:',
    ...declared.examples.map((example) => `  ${example}`),
    '',
  ].join('\n')
}

/** Two columns, the second one begun at the same place in every row. */
export function formatColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
