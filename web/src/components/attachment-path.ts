/** Returns the address of an attachment at this service, whatever PUBLIC_URL is. */
export function attachmentPath(id: string): string {
  return `/attachments/${encodeURIComponent(id)}`
}

/** Returns the path of the attachment of this service that an address leads to; undefined for any other address. */
export function findAttachmentPath(href: string, origin: string = location.origin): string | undefined {
  let url: URL
  try {
    url = new URL(href, origin)
  } catch {
    return undefined
  }
  return url.origin === origin && /^\/attachments\/[^/]+$/.test(url.pathname) ? url.pathname : undefined
}
