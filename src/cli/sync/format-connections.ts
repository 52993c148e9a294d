import type { ConnectionBody, ConnectionTrial } from '../../contract/connections.ts'
import { stripControlCharacters } from '../terminal.ts'

/** Formats connections as a table, with the last error and what needs attention below each. */
export function formatConnections(connections: readonly ConnectionBody[]): string {
  const header = ['ID', 'NAME', 'KIND', 'STATE', 'LAST RUN (UTC)', 'NEXT RUN (UTC)']
  const rows = connections.map((connection) => [
    connection.id,
    stripControlCharacters(connection.name),
    connection.kind,
    describeState(connection),
    formatTime(connection.finishedAt ?? connection.startedAt, 'never'),
    formatTime(connection.nextRunAt, 'on request'),
  ])
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const formatRow = (row: readonly string[]) =>
    `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd()
  return [header, ...rows]
    .flatMap((row, index) => {
      const connection = connections[index - 1]
      return [formatRow(row), ...(connection ? formatNotices(connection).map((notice) => `    ${notice}`) : [])]
    })
    .map((line) => `${line}\n`)
    .join('')
}

/** Formats the outcome of a run: one line, and what needs attention below it. */
export function formatRun(connection: ConnectionBody): string {
  const { listed, added, changed, removed } = connection.counts
  const counts = `${listed} listed, ${added} added, ${changed} changed, ${removed} removed`
  const lines = [
    `${stripControlCharacters(connection.name)}: ${describeState(connection)}; ${counts}`,
    ...formatNotices(connection).map((notice) => `    ${notice}`),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** Formats a test: whether the origin can be read, and its first items. */
export function formatTest({ name }: ConnectionBody, { ok, message, items }: ConnectionTrial): string {
  const outcome = ok
    ? `the origin can be read; ${items.length === 0 ? 'it has no items' : 'its first items:'}`
    : stripControlCharacters(message ?? 'the origin cannot be read')
  const lines = items.map(
    (item) =>
      `    ${item.updatedAt.slice(0, 10)}  ${stripControlCharacters(item.title)}  ${stripControlCharacters(item.url)}`,
  )
  return [`${stripControlCharacters(name)}: ${outcome}`, ...lines].map((line) => `${line}\n`).join('')
}

function describeState({ state, outcome, counts }: ConnectionBody): string {
  if (state === 'running') return `running (${counts.listed} listed)`
  if (state === 'waiting') return outcome === 'failed' ? 'failed, retrying' : 'waiting'
  return outcome ?? 'new'
}

/** Returns what an admin should know or do about a connection. */
function formatNotices({ id, lastError, heldRemovals, problemCount, problems, areSecretsReadable }: ConnectionBody) {
  const notices: string[] = []
  if (lastError !== null) notices.push(stripControlCharacters(lastError))
  if (!areSecretsReadable) notices.push('Its secrets were encrypted with another key. Enter them again in the app.')
  if (heldRemovals > 0)
    notices.push(
      `The origin no longer lists ${heldRemovals} items; they are kept. If that is right: lorewell sync ${id} --allow-removals`,
    )
  const [problem] = problems
  if (problem)
    notices.push(
      `${problemCount} without text, such as ${stripControlCharacters(problem.title || problem.id)}: ${stripControlCharacters(problem.reason)}`,
    )
  return notices
}

function formatTime(time: string | null, absent: string): string {
  return time === null ? absent : time.slice(0, 16).replace('T', ' ')
}
