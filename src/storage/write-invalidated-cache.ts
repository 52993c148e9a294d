import type { Database } from './database.ts'

/** Returns the cached value of the key if it is still valid, else reads it. */
export type CachedRead<Value> = (
  key: string,
  isValid: (value: Value) => boolean,
  read: () => Promise<Value | undefined>,
) => Promise<Value | undefined>

const maxEntries = 1000

/**
 * Creates a cache that is cleared by every write to the database. Works on the embedded database, which only this process
 * writes; on a server every call reads.
 */
export function createWriteInvalidatedCache<Value>(database: Pick<Database, 'writeCount'>): CachedRead<Value> {
  const cache = new Map<string, Value>()
  let cachedAt: number | undefined
  return async (key, isValid, read) => {
    const writes = database.writeCount()
    if (writes === undefined) return read()
    if (writes !== cachedAt || cache.size >= maxEntries) cache.clear()
    cachedAt = writes
    const cached = cache.get(key)
    if (cached !== undefined && isValid(cached)) return cached
    const value = await read()
    // A concurrent write makes the value stale.
    if (value !== undefined && cachedAt === writes) cache.set(key, value)
    return value
  }
}
