/** Whose text it is, what kind of text, and which one: the last part tells tabs and editors apart. */
export type DraftKey = readonly [owner: string, kind: 'note' | 'text', name: string, id: string]

/** Typed text that the server doesn't have yet. */
export interface Draft<Value = unknown> {
  key: DraftKey
  /** The tab that it was typed in. */
  tab: string
  changedAt: number
  value: Value
}

export interface DraftStore {
  /** Starts to write at once. Resolves to false if this browser stores nothing. */
  put(draft: Draft): Promise<boolean>
  delete(key: DraftKey): Promise<boolean>
  /** Returns the drafts of one person; of nobody else. */
  list(owner: string): Promise<Draft[]>
  /** Deletes the drafts of one person. */
  clear(owner: string): Promise<boolean>
}

const storeName = 'drafts'

/** Opens the drafts on this device, in IndexedDB. */
export function openDraftStore(factory: IDBFactory = indexedDB): DraftStore {
  let database: IDBDatabase | undefined
  let opening = open()
  const writing = new Set<string>()
  const waiting = new Map<string, { draft: Draft; settle: (isStored: boolean) => void }>()

  function open(): Promise<IDBDatabase | undefined> {
    return openDatabase(factory).then(
      (opened) => {
        database = opened
        opened.onclose = () => {
          database = undefined
          opening = open()
        }
        return opened
      },
      () => undefined,
    )
  }

  /** Commits explicitly: a page that is being closed no longer gets the events that would commit by themselves. */
  async function write(change: (store: IDBObjectStore) => void): Promise<boolean> {
    const opened = database ?? (await opening)
    if (!opened) return false
    return new Promise((resolve) => {
      try {
        const transaction = opened.transaction(storeName, 'readwrite')
        transaction.oncomplete = () => resolve(true)
        transaction.onabort = () => resolve(false)
        change(transaction.objectStore(storeName))
        transaction.commit()
      } catch {
        resolve(false)
      }
    })
  }

  /** While a version of a draft is being written, only the newest later version waits: a long text is written often. */
  async function put(draft: Draft): Promise<boolean> {
    const id = JSON.stringify(draft.key)
    if (writing.has(id)) {
      waiting.get(id)?.settle(true)
      return new Promise((settle) => waiting.set(id, { draft, settle }))
    }
    writing.add(id)
    const isStored = await write((store) => store.put(draft))
    writing.delete(id)
    writeWaiting(id)
    return isStored
  }

  function writeWaiting(id: string): void {
    const next = waiting.get(id)
    if (!next) return
    waiting.delete(id)
    void put(next.draft).then(next.settle)
  }

  globalThis.addEventListener?.('pagehide', () => {
    writing.clear()
    for (const id of [...waiting.keys()]) writeWaiting(id)
  })

  return {
    put,
    delete(key) {
      const id = JSON.stringify(key)
      waiting.get(id)?.settle(true)
      waiting.delete(id)
      return write((store) => store.delete([...key]))
    },
    async list(owner) {
      const opened = database ?? (await opening)
      if (!opened) return []
      return new Promise((resolve) => {
        try {
          const request = opened.transaction(storeName).objectStore(storeName).getAll(ownedBy(owner))
          request.onsuccess = () => resolve(request.result as Draft[])
          request.onerror = () => resolve([])
        } catch {
          resolve([])
        }
      })
    },
    clear(owner) {
      for (const { settle } of waiting.values()) settle(false)
      waiting.clear()
      return write((store) => store.delete(ownedBy(owner)))
    },
  }
}

function openDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open('lorewell', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'key' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** An array sorts after every string, so this range covers all keys that start with the owner. */
function ownedBy(owner: string): IDBKeyRange {
  return IDBKeyRange.bound([owner], [owner, []])
}
