import { findOriginalUrl } from './safe-link.tsx'

/** Where a found document opens: a screen of the app, or an address in a tab of its own; undefined: nowhere. */
export type DocumentTarget = { path: string } | { url: string } | undefined

/**
 * Returns where a document opens: a note in the app, an item at its origin or else in its data source, an attached file by
 * itself.
 */
export function documentTarget(document: { id: string; rootId?: string; title: string; url: string }): DocumentTarget {
  const isFile = document.rootId === undefined && /\/attachments\/[^/]+$/.test(document.url.replace(/#.*$/, ''))
  if (document.rootId === undefined && !isFile) return { path: `/notes/${encodeURIComponent(document.id)}` }
  const url = findOriginalUrl(document.url)
  if (url !== undefined) return { url }
  if (document.rootId === undefined) return undefined
  const search = new URLSearchParams({ q: document.title })
  return { path: `/data-sources/${encodeURIComponent(document.rootId)}?${search}` }
}
