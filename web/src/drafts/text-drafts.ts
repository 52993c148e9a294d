import type { Draft, DraftStore } from './draft-store.ts'

/** Texts of input fields by name, in memory and on this device. */
export function createTextDrafts({
  store,
  owner,
  tab,
  now = Date.now,
}: {
  store: DraftStore
  owner: string
  tab: string
  now?: () => number
}) {
  const texts = new Map<string, string>()
  const listeners = new Set<() => void>()

  const show = (name: string, text: string) => {
    texts.set(name, text)
    for (const listener of listeners) listener()
  }
  const keep = (name: string, text: string) => {
    const key = [owner, 'text', name, tab] as const
    void (text === '' ? store.delete(key) : store.put({ key, tab, changedAt: now(), value: text }))
  }
  return {
    get: (name: string) => texts.get(name) ?? '',
    set(name: string, text: string) {
      show(name, text)
      keep(name, text)
    },
    /** Empties the field if the text comes from there; it stays on this device until `settle`. */
    submit(name: string, text: string) {
      if (this.get(name).trim() !== text.trim()) return
      keep(name, text)
      show(name, '')
    },
    /** Forgets a submitted text that arrived. One that didn't returns to its field, unless something else is in there. */
    settle(name: string, text: string, hasArrived: boolean) {
      const current = this.get(name)
      this.set(name, hasArrived || current !== '' ? current : text)
    },
    /** Moves what was typed meanwhile to another field, unless something is in there. */
    move(from: string, to: string) {
      const text = this.get(from)
      if (text === '' || this.get(to) !== '') return
      this.set(from, '')
      this.set(to, text)
    },
    /** Takes over a draft of an earlier page, unless something was typed since. */
    adopt({ key, value }: Draft) {
      const [, , name, id] = key
      if (this.get(name) !== '' || typeof value !== 'string') return
      this.set(name, value)
      if (id !== tab) void store.delete(key)
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
