import type pg from 'pg'

/**
 * A connection may be cut at any time, and the pool opens another one. Whoever waits for an answer over it is told by
 * that answer's failure; the event that comes besides would end the process where nobody listens.
 */
export function ignorePoolErrors(pool: pg.Pool): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}
