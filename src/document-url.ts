/** The columns that a document's address derives from. */
export interface DocumentAddress {
  id: string
  /** The data source; null for a note and for its attachments. */
  rootId: string | null
  isAttachment: boolean
  /** Null for a note or a file without an address of its own. */
  url: string | null
}

/**
 * Returns the address of a document: its own, that of the note's page in the app, or that of the stored file. Addresses at
 * this service are computed at each read, never stored, so that a new PUBLIC_URL applies to every document.
 */
export function documentUrl(publicUrl: string, document: DocumentAddress): string {
  return document.url ?? publicUrl + documentPath(document)
}

/** Tells whether an address that an answer cites is that of the document, whatever PUBLIC_URL was at the time. */
export function isUrlOfDocument(cited: string, document: DocumentAddress): boolean {
  const { url } = document
  const address = url?.includes('#') ? cited : cited.replace(pageFragment, '')
  return url === null ? address.replace(/^https?:\/\/[^/]+/, '') === documentPath(document) : address === url
}

/** Returns the address of a PDF, to be opened at a page (RFC 8118, section 3). */
export function urlOfPage(url: string, page: number | undefined): string {
  return page === undefined ? url : `${url}#page=${page}`
}

/** Returns the current address of a document, at the page that an earlier address names. */
export function atCitedPage(cited: string, url: string): string {
  return url.includes('#') ? url : url + (pageFragment.exec(cited)?.[0] ?? '')
}

/** Tells whether the address of a document opens a PDF that can be opened at a page. */
export function opensPdf({ rootId, isAttachment, url }: DocumentAddress, mediaType: string | null): boolean {
  const isPdfFile = mediaType === 'application/pdf'
  if (url === null) return (rootId !== null || isAttachment) && isPdfFile
  return !url.includes('#') && (isPdfFile || /^[^?]*\.pdf(?:\?|$)/i.test(url))
}

const pageFragment = /#page=\d+$/

function documentPath({ id, rootId, isAttachment }: DocumentAddress): string {
  if (rootId !== null) return `/files/${encodeURIComponent(rootId)}/${encodeURIComponent(id)}`
  return isAttachment ? attachmentPath(id) : `/notes/${encodeURIComponent(id)}`
}

/** Returns the address of an attachment below the service's own: it stays the same when the note moves. */
export function attachmentPath(id: string): string {
  return `/attachments/${encodeURIComponent(id)}`
}
