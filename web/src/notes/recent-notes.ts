import { useEffect, useSyncExternalStore } from 'react'
import type { Me } from '../../../sdk/src/operations.ts'
import { useApiQuery, useMe } from '../api/queries.ts'
import { draftOwner } from '../drafts/drafts.ts'

const keyPrefix = 'lorewell.recent-notes.'
const maxNotes = 12
const listeners = new Set<() => void>()

/** Keeps in this browser that the signed-in person opened a note: only its id, never its title or text. */
export function useRememberNote(id: string): void {
  const me = useMe().data
  const owner = me && draftOwner(me)
  useEffect(() => {
    if (owner !== undefined) write(owner, addRecent(read(owner), id))
  }, [owner, id])
}

/** Returns the notes opened last that the signed-in person can still see, latest first. */
export function useRecentNotes() {
  const me = useMe().data
  const ids = useSyncExternalStore(subscribe, () => readText(me))
  const noteIdList: string[] = parseIds(ids)
  const found = useApiQuery(
    'searchTitles',
    { noteIdList, limit: maxNotes },
    { isEnabled: noteIdList.length > 0, keepPrevious: true },
  )
  return { ...found, hasNone: noteIdList.length === 0, notes: noteIdList.length === 0 ? [] : (found.data?.hits ?? []) }
}

/** Forgets the opened notes of everyone in this browser. */
export function forgetRecentNotes(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(keyPrefix)) localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to forget.
  }
}

/** Puts a note first. */
export function addRecent(ids: readonly string[], id: string): string[] {
  return [id, ...ids.filter((other) => other !== id)].slice(0, maxNotes)
}

/** Reads a stored list; text that is none counts as empty. */
export function parseIds(text: string): string[] {
  try {
    const ids: unknown = JSON.parse(text)
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, maxNotes) : []
  } catch {
    return []
  }
}

function read(owner: string): string[] {
  try {
    return parseIds(localStorage.getItem(keyPrefix + owner) ?? '[]')
  } catch {
    return []
  }
}

function readText(me: Me | undefined): string {
  try {
    return (me && localStorage.getItem(keyPrefix + draftOwner(me))) ?? '[]'
  } catch {
    return '[]'
  }
}

function write(owner: string, ids: readonly string[]): void {
  try {
    localStorage.setItem(keyPrefix + owner, JSON.stringify(ids))
  } catch {
    // Without storage nothing is remembered.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
