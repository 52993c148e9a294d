import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What is known of a page since the last run. */
export interface CachedPage {
  etag?: string
  lastModified?: string
  /** The date in the sitemap, if no later edit can have the same. */
  sitemapDate?: string
  /** Absent: nothing to index, such as a page that forbids it. */
  item?: { id: string; title: string; url: string; version: string; updatedAt: string }
  links: string[]
}

export type PageCache = Awaited<ReturnType<typeof openPageCache>>

/** Opens the cache of a connection. It only saves requests: without it, everything is requested again. */
export async function openPageCache(directory: string) {
  const path = join(directory, 'pages.json')
  const previous = await load(path)
  const current = new Map<string, CachedPage>()
  let hasChanged = false
  return {
    previous: (address: string) => previous.get(address),
    set(address: string, page: CachedPage): void {
      current.set(address, page)
      if (page !== previous.get(address)) hasChanged = true
    },
    /** Stores what this run has found, and until its end also the rest of the last one. */
    async save({ isFinished }: { isFinished: boolean }): Promise<void> {
      if (!hasChanged && !(isFinished && current.size < previous.size)) return
      const pages = isFinished ? current : new Map([...previous, ...current])
      await writeFile(`${path}.new`, JSON.stringify([...pages]), { mode: 0o600 })
      await rename(`${path}.new`, path)
    },
  }
}

async function load(path: string): Promise<Map<string, CachedPage>> {
  try {
    return new Map(JSON.parse(await readFile(path, 'utf8')) as [string, CachedPage][])
  } catch {
    return new Map()
  }
}
