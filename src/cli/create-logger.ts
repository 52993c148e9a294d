import { type Logger, pino } from 'pino'
import type { LogLevel } from '../config.ts'
import { stripControlCharacters, stylesFor, supportsAnsi, type Terminal } from './terminal.ts'

/** Logs to standard error: one readable line per entry on a terminal, JSON lines elsewhere. */
export function createLogger(level: LogLevel, { stderr, env }: Pick<Terminal, 'stderr' | 'env'>): Logger {
  const isVerbose = level === 'debug' || level === 'trace'
  const { dim } = stylesFor(stderr, env)
  // Overwrites a progress bar that is on this line.
  const lineStart = supportsAnsi(stderr, env) ? '\r\u001b[K' : ''
  const write = (line: string) => stderr.write(stderr.isTTY ? lineStart + formatLogLine(line, dim, isVerbose) : line)
  return pino({ level, base: undefined }, { write })
}

/** Logs only warnings and errors unless LOG_LEVEL is set: the command's own output says what it does. */
export function createQuietLogger(level: LogLevel, terminal: Pick<Terminal, 'stderr' | 'env'>): Logger {
  return createLogger(terminal.env.LOG_LEVEL ? level : 'warn', terminal)
}

function formatLogLine(line: string, dim: (text: string) => string, isVerbose: boolean): string {
  const { level, time, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown>
  const { stack, message } = (err ?? {}) as { stack?: string; message?: string }
  const clock = new Date(Number(time)).toTimeString().slice(0, 8)
  const reason = message ? `: ${message.replaceAll('\n', ' ')}` : ''
  const context = Object.entries(fields).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
  const trace = isVerbose && stack ? `\n${stack}` : ''
  const text = stripControlCharacters(`${msg ?? ''}${reason}`)
  return `${dim(clock)} ${pino.levels.labels[Number(level)] ?? level}: ${text}${dim(context.join(''))}${stripControlCharacters(trace)}\n`
}
