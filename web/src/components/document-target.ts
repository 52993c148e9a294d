import { sanitizeUrl } from './safe-link.tsx'

/** Where a found document opens: a screen of the app, or an address in a tab of its own; undefined: nowhere. */
export type DocumentTarget = { path: string } | { url: string } | undefined

/** Returns where a document opens: a note in the app, an item at its origin, an attached file by itself. */
export function documentTarget(document: { id: string; rootId?: string; url: string }): DocumentTarget {
  const isFile = document.rootId === undefined && /\/attachments\/[^/]+$/.test(document.url.replace(/#.*$/, ''))
  if (document.rootId === undefined && !isFile) return { path: `/notes/${encodeURIComponent(document.id)}` }
  const url = sanitizeUrl(document.url)
  return url === undefined ? undefined : { url }
}
