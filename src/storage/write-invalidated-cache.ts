import type { Database } from './database.ts'

/** Returns what is remembered under the key and still good, or reads it. */
export type CachedRead<Value> = (
  key: string,
  isStillGood: (value: Value) => boolean,
  read: () => Promise<Value | undefined>,
) => Promise<Value | undefined>

/** More than that many are not kept. */
const maxEntries = 1000

/**
 * What was read is remembered for as long as nothing was written at all. Only the embedded store can tell, which nobody
 * but this process writes; elsewhere everything is read every time.
 */
export function createWriteInvalidatedCache<Value>(
  database: Pick<Database, 'writeCount'>,
): CachedRead<Value> {
  const known = new Map<string, Value>()
  let at: number | undefined
  return async (key, isStillGood, read) => {
    const writes = database.writeCount()
    if (writes === undefined) return read()
    if (writes !== at || known.size >= maxEntries) known.clear()
    at = writes
    const remembered = known.get(key)
    if (remembered !== undefined && isStillGood(remembered)) return remembered
    const value = await read()
    // What was read while something was written may be from before that.
    if (value !== undefined && at === writes) known.set(key, value)
    return value
  }
}
