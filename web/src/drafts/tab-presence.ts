import { randomUuid } from '../components/random-uuid.ts'

const storageKey = 'lorewell.tab'
/** Marks that the page has left the tab. Browsers copy the storage of an open tab to a duplicate of it, without the mark. */
const leftKey = 'lorewell.tab.left'

/**
 * The name of this tab, which stays the same when the page is reloaded. While the page is open it holds a lock of that
 * name, so that other tabs leave its drafts alone; a duplicate of the tab has a name of its own.
 */
export function claimTab(): string {
  const tab = readTabName()
  addEventListener('pagehide', () => markLeft(true))
  // The page can come back as it was.
  addEventListener('pageshow', () => markLeft(false))
  void locks()?.request(lockName(tab), () => new Promise(() => {}))
  return tab
}

/** Calls back once the tab is closed. Browsers without locks (pages without HTTPS) can't tell, and call back at once. */
export async function whenTabIsClosed(tab: string, callback: () => Promise<void>): Promise<void> {
  const manager = locks()
  if (manager) await manager.request(lockName(tab), callback)
  else await callback()
}

function readTabName(): string {
  const fresh = randomUuid()
  try {
    const stored = sessionStorage.getItem(storageKey)
    const hasLeft = sessionStorage.getItem(leftKey) !== null
    markLeft(false)
    if (stored && hasLeft) return stored
    sessionStorage.setItem(storageKey, fresh)
  } catch {
    // Without storage the tab has another name after a reload.
  }
  return fresh
}

function markLeft(hasLeft: boolean): void {
  try {
    if (hasLeft) sessionStorage.setItem(leftKey, '')
    else sessionStorage.removeItem(leftKey)
  } catch {
    // Without storage there is nothing to duplicate.
  }
}

function locks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined
}

function lockName(tab: string): string {
  return `lorewell.tab.${tab}`
}
