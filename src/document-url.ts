/** The columns that a document's address derives from. */
export interface DocumentAddress {
  id: string
  /** Null for a note without an address of its own. */
  url: string | null
}

/**
 * Returns the address of a document: its own, or that of the note's page in the app. Addresses in the app are computed
 * at each read, never stored, so that a new PUBLIC_URL applies to every note.
 */
export function documentUrl(publicUrl: string, { id, url }: DocumentAddress): string {
  return url ?? publicUrl + notePath(id)
}

/** Tells whether an address that an answer cites is that of the document, whatever PUBLIC_URL was at the time. */
export function isUrlOfDocument(cited: string, { id, url }: DocumentAddress): boolean {
  return url === null ? cited.replace(/^https?:\/\/[^/]+/, '') === notePath(id) : cited === url
}

function notePath(id: string): string {
  return `/notes/${encodeURIComponent(id)}`
}
