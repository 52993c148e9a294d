/** A map that drops the least recently used entry when it exceeds its limit. */
export class LruMap<K, V> extends Map<K, V> {
  readonly #maxEntries: number

  constructor(maxEntries: number) {
    super()
    this.#maxEntries = maxEntries
  }

  override get(key: K): V | undefined {
    const value = super.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  override set(key: K, value: V): this {
    // A map iterates in insertion order: deleted and inserted again, the key becomes the most recent one.
    super.delete(key)
    super.set(key, value)
    if (this.size > this.#maxEntries) super.delete(this.keys().next().value as K)
    return this
  }
}
