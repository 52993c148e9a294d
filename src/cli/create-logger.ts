import { type Logger, pino } from 'pino'
import type { LogLevel } from '../config.ts'
import type { Terminal } from './terminal.ts'

/** The log, on standard error: JSON lines for machines, short lines on a screen. */
export function createLogger(level: LogLevel, { stderr }: Pick<Terminal, 'stderr'>): Logger {
  return pino(
    { level, base: undefined },
    { write: (line) => stderr.write(stderr.isTTY ? formatLogLine(line) : line) },
  )
}

/** The log of a command that is not a server: what it does is told by its own output, so only troubles are logged. */
export function createQuietLogger(level: LogLevel, terminal: Pick<Terminal, 'stderr'>): Logger {
  return createLogger(level === 'info' ? 'warn' : level, terminal)
}

function formatLogLine(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>
  const { stack, message } = (err ?? {}) as { stack?: string; message?: string }
  const fields = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : ''
  const trouble = err ? `\n  ${(stack ?? message ?? JSON.stringify(err)).replaceAll('\n', '\n  ')}` : ''
  const clock = new Date(Number(time)).toTimeString().slice(0, 8)
  return `${clock} ${pino.levels.labels[Number(level)] ?? level} ${msg ?? ''}${fields}${trouble}\n`
}
