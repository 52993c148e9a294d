import { parseArgs } from 'node:util'
import type { Terminal } from './terminal.ts'

export interface Command {
  name: string
  operands: string
  summary: string
  help(): string
  /** The way on while another process uses the data directory. */
  adviceWhenLocked: string
  /** Resolves to the exit code: 0 success, 1 failure, 2 wrong usage. */
  run(argv: readonly string[], terminal: Terminal): Promise<number>
}

export interface CommandOption {
  type: 'string' | 'boolean'
  /** The name of the value in the help, for example `EMAIL`. */
  value?: string
  description: string
  /** Known, so that the command can say what to do instead, but not in the help. */
  isHidden?: boolean
}

export interface ParsedArguments<Options> {
  options: { [Name in keyof Options]?: Options[Name] extends { type: 'boolean' } ? boolean : string }
  operands: string[]
}

/** Wrong usage of a command; the message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Creates a command from its declaration, which defines both the parsing and the help. */
export function defineCommand<const Options extends Record<string, CommandOption>>(declared: {
  name: string
  /** The operands as the help shows them, separated by spaces; those in brackets are optional. */
  operands: string
  summary: string
  details?: string
  options: Options
  examples: readonly string[]
  /** Of a command without --server: another way than stopping the server. */
  otherWay?: string
  run(args: ParsedArguments<Options>, terminal: Terminal): Promise<number>
}): Command {
  const help = () => formatHelp(declared)
  return {
    name: declared.name,
    operands: declared.operands,
    summary: declared.summary,
    help,
    adviceWhenLocked: adviceWhenLocked(declared),
    async run(argv, terminal) {
      if (argv.includes('--help') || argv.includes('-h')) {
        terminal.stdout.write(help())
        return 0
      }
      return declared.run(parseCommand(declared, argv), terminal)
    },
  }
}

function adviceWhenLocked({ name, options, otherWay }: CommandDeclaration): string {
  if (options.server && !options.server.isHidden)
    return 'Stop that process, or use its server: add --server URL --key KEY to the command.'
  const advice = `"lorewell ${name}" has no --server option: stop that process first.`
  return otherWay ? `${advice} ${otherWay}` : advice
}

interface CommandDeclaration {
  name: string
  operands: string
  summary: string
  details?: string
  options: Record<string, CommandOption>
  examples: readonly string[]
  otherWay?: string
}

function parseCommand<Options extends Record<string, CommandOption>>(
  declared: CommandDeclaration & { options: Options },
  argv: readonly string[],
): ParsedArguments<Options> {
  const expected = declared.operands.split(' ').filter(Boolean)
  const { values, positionals } = parseArgv(declared, argv)
  const missing = expected.slice(positionals.length).filter((operand) => !operand.startsWith('['))
  if (missing.length > 0) throw new UsageError(`${missing.join(' ')} is missing.`)
  if (positionals.length > expected.length) {
    throw new UsageError(`"${positionals[expected.length]}" is one word too many: put quotes around a text.`)
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
    const message = error instanceof Error ? error.message : String(error)
    if (/^Unknown option '--(?:server|key)'/.test(message)) {
      const { name, otherWay = '' } = declared
      const place = 'it runs on the machine of the server, with the same settings.'
      throw new UsageError(`"lorewell ${name}" has no --server option: ${place} ${otherWay}`.trim())
    }
    // Node adds how to pass such a word as an operand, in which the closing quote is missing.
    throw new UsageError(message.replace(/(?<=^Unknown option '[^']*'\.) To specify .*$/s, ''))
  }
}

function formatHelp(declared: CommandDeclaration): string {
  const options = [
    ...Object.entries(declared.options)
      .filter(([, option]) => !option.isHidden)
      .map(([name, option]) => [`--${name}${option.value ? ` ${option.value}` : ''}`, option.description] as const),
    ['--help', 'Print this help.'] as const,
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

/** Formats rows as two aligned columns. */
export function formatColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
