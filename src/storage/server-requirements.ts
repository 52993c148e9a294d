import type { ClientBase } from 'pg'
import { AppError } from '../errors.ts'

export interface ServerVersions {
  /** The major version of PostgreSQL. */
  major: number
  /** The version of pgvector that a database can have; undefined if it is not installed on the server. */
  pgvector: string | undefined
}

export async function readServerVersions(client: ClientBase): Promise<ServerVersions> {
  const { rows } = await client.query<{ version: number; vector: string | null }>(`
    select current_setting('server_version_num')::int as version,
      (select default_version from pg_available_extensions where name = 'vector') as vector`)
  const { version = 0, vector } = rows[0] ?? {}
  return { major: Math.floor(version / 10_000), pgvector: vector ?? undefined }
}

/** Returns why a server cannot hold the store, and what to do about it. */
export function findUnmetRequirement({
  major,
  pgvector,
}: ServerVersions): { problem: string; advice: string } | undefined {
  if (major < 17) return { problem: `PostgreSQL ${major} is too old`, advice: 'Use PostgreSQL 17 or newer.' }
  if (pgvector !== undefined) return undefined
  return {
    problem: `PostgreSQL ${major} has no pgvector`,
    advice: `Install the extension on the server (Debian: postgresql-${major}-pgvector).`,
  }
}

/** Fails if the database holds no store and its server cannot hold one. A store that is there is opened in any case. */
export async function requireSupportedServer(client: ClientBase): Promise<void> {
  // Not the table of migrations, which a start that failed leaves behind.
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('organization') is not null as exists`)
  if (rows[0]?.exists) return
  const unmet = findUnmetRequirement(await readServerVersions(client))
  if (unmet) throw new AppError('unavailable', `${unmet.problem}. ${unmet.advice}`)
}

export const connectionAdvice =
  'Check host, port, name, user and password, and that the server accepts connections from this machine.'

/** Returns the user-facing error for a server that refuses the connection. */
export function connectionError(cause: unknown): AppError {
  return new AppError('unavailable', `${describeConnectionFailure(cause)}. ${connectionAdvice}`, { cause })
}

/** The driver's messages contain host and user, never the password. */
export function describeConnectionFailure(cause: unknown): string {
  // The attempts at all addresses of a name fail with one error that has no message of its own.
  const { code, message, errors } = cause as { code?: string; message?: string; errors?: readonly Error[] }
  return `The database at DATABASE_URL cannot be used: ${message || errors?.[0]?.message || code}`
}
