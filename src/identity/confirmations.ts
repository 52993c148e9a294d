import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { AppError } from '../errors.ts'
import type { Database } from '../storage/database.ts'

export type Confirmations = ReturnType<typeof createConfirmations>

/** How long a confirmation is valid. */
const confirmationTtlMs = 5 * 60_000

/**
 * Records in a browser session that its member proved again that it is them, with their password or a passkey. Only
 * sessions can: a key or a token can be used by a program, and proves nothing about who uses it.
 */
export function createConfirmations({ database, now }: { database: Database; now: () => Date }) {
  /** Returns until when the session is confirmed; undefined if it is not. */
  const validUntil = async (sessionId: string): Promise<Date | undefined> => {
    const { rows } = await sql<{ confirmedAt: Date | null }>`
      select confirmed_at as "confirmedAt" from browser_session where hash = decode(${sessionId}, 'hex')`.execute(
      database.unrestricted,
    )
    const confirmedAt = rows[0]?.confirmedAt
    if (!confirmedAt) return undefined
    const until = new Date(confirmedAt.getTime() + confirmationTtlMs)
    return until > now() ? until : undefined
  }

  return {
    validUntil,

    async record(sessionId: string): Promise<void> {
      await sql`update browser_session set confirmed_at = ${now()} where hash = decode(${sessionId}, 'hex')`.execute(
        database.unrestricted,
      )
    },

    /** Fails unless the caller is a session that was confirmed in the last minutes. */
    async require({ credential }: Pick<Caller, 'credential'>): Promise<void> {
      requireSession({ credential })
      if ((await validUntil(credential.id)) === undefined)
        throw new AppError('confirmation-required', 'Confirm that it is you: enter your password or use a passkey.')
    },
  }
}

/** Fails for keys and tokens. */
export function requireSession({ credential }: Pick<Caller, 'credential'>): void {
  if (credential.kind !== 'session')
    throw new AppError('forbidden', 'A key or a token cannot do this. Do it in the app, or on the server.')
}
