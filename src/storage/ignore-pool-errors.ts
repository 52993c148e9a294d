import type pg from 'pg'

/**
 * Handles the error events of lost connections, which would end the process without a listener. The pool reconnects, and
 * queries on the lost connection reject anyway.
 */
export function ignorePoolErrors(pool: pg.Pool): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}
