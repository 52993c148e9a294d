import { AsyncLocalStorage } from 'node:async_hooks'
import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

interface TransactionScope {
  isOpen: boolean
  afterCommit: (() => void)[]
}

/**
 * Runs transactions and tracks the current one. The embedded database has a single session: a second connection from
 * inside a transaction would deadlock, so a nested transaction throws, on both engines.
 */
export function createTransactions(primary: Kysely<Schema>) {
  const scopes = new AsyncLocalStorage<TransactionScope | undefined>()

  function requireNone(): void {
    if (scopes.getStore()?.isOpen)
      throw new Error('A transaction was begun inside another one: pass its sql on instead')
  }

  return {
    /** Throws inside a transaction. */
    requireNone,

    /** Runs `work` in a transaction, on the primary by default. `begin` opens it. */
    run<T>(begin: string, work: (sql: Kysely<Schema>) => Promise<T>, on = primary): Promise<T> {
      return new Promise((resolve, reject) => {
        requireNone()
        const scope: TransactionScope = { isOpen: true, afterCommit: [] }
        // A read's result is final: its caller does not wait for the commit.
        const isReadOnly = begin.includes('read only')
        on.connection()
          .execute((connection) =>
            scopes.run(scope, async () => {
              try {
                await sql.raw(begin).execute(connection)
                const result = await work(connection)
                if (isReadOnly) resolve(result)
                await sql.raw('commit').execute(connection)
                return result
              } catch (error) {
                // A lost connection cannot roll back; the first error is the one to report.
                await sql
                  .raw('rollback')
                  .execute(connection)
                  .catch(() => {})
                throw error
              } finally {
                scope.isOpen = false
              }
            }),
          )
          .then((result) => {
            scopes.run(undefined, () => {
              for (const work of scope.afterCommit) work()
            })
            resolve(result)
          })
          .catch(reject)
      })
    },

    /** Runs `work` outside of and after the current transaction; at once if there is none, never after a rollback. */
    afterCommit(work: () => void): void {
      const scope = scopes.getStore()
      if (scope?.isOpen) scope.afterCommit.push(work)
      else scopes.run(undefined, work)
    },
  }
}
