const storageKey = 'lorewell.tab'

/**
 * The name of this tab, which stays the same when the page is reloaded. While the page is open it holds a lock of that
 * name, so that other tabs leave its drafts alone.
 */
export function claimTab(): string {
  const tab = readTabName()
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
  const fresh = randomId()
  try {
    const stored = sessionStorage.getItem(storageKey)
    if (stored) return stored
    sessionStorage.setItem(storageKey, fresh)
  } catch {
    // Without storage the tab has another name after a reload.
  }
  return fresh
}

/** Not crypto.randomUUID, which pages without HTTPS don't have. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function locks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined
}

function lockName(tab: string): string {
  return `lorewell.tab.${tab}`
}
