/** The start script of this page; its name contains a hash of the whole app. */
const runningScript = document.querySelector('script[type="module"][src]')?.getAttribute('src')

/** Compares this page with the app that the service serves now. */
export async function checkBuild(): Promise<'current' | 'updated' | 'unreachable'> {
  try {
    const response = await fetch('/', { cache: 'no-store' })
    if (!response.ok) return 'unreachable'
    const page = await response.text()
    const script = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1]
    return script === undefined || script === runningScript ? 'current' : 'updated'
  } catch {
    return 'unreachable'
  }
}
