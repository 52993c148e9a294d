import { afterEach, expect, test, vi } from 'vitest'
import { claimTab } from './tab-presence.ts'

afterEach(() => vi.unstubAllGlobals())

/** Opens a page in a tab with this storage, and returns the name of the tab and how the page is left. */
function openPage(storage: Map<string, string>) {
  const page = new EventTarget()
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
  return { tab: claimTab(), dispatch: (type: 'pagehide' | 'pageshow') => page.dispatchEvent(new Event(type)) }
}

test('a tab keeps its name when the page is reloaded', () => {
  const storage = new Map<string, string>()
  const first = openPage(storage)
  first.dispatch('pagehide')
  const second = openPage(storage)
  expect(second.tab).toBe(first.tab)
  second.dispatch('pagehide')
  expect(openPage(storage).tab).toBe(first.tab)
})

test('a duplicate of an open tab has another name: it must not take over drafts that are being typed', () => {
  const storage = new Map<string, string>()
  const original = openPage(storage)
  const copied = new Map(storage)
  const duplicate = openPage(copied)
  expect(duplicate.tab).not.toBe(original.tab)
  duplicate.dispatch('pagehide')
  expect(openPage(copied).tab).toBe(duplicate.tab)
})

test('the same holds for a page that was left and came back', () => {
  const storage = new Map<string, string>()
  const original = openPage(storage)
  original.dispatch('pagehide')
  original.dispatch('pageshow')
  expect(openPage(new Map(storage)).tab).not.toBe(original.tab)
})
