import type { MouseEvent, ReactNode } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { findAttachmentPath } from './attachment-path.ts'

/**
 * A link from user content. Only http, https, mailto and relative addresses become links; other schemes could run code
 * and are shown as plain text.
 */
export function SafeLink({
  href,
  children,
  className = 'link',
  label,
}: {
  href: string
  children: ReactNode
  className?: string
  /** The accessible name when the link shows only an icon. */
  label?: string
}) {
  const safe = sanitizeUrl(href)
  if (safe === undefined) return <span className="text-quiet">{children}</span>
  const isOutside = new URL(safe, location.origin).origin !== location.origin
  // A file would take the place of the app.
  const isFile = findAttachmentPath(safe) !== undefined
  const appPath = findAppPath(safe)
  return (
    <a
      href={safe}
      className={className}
      aria-label={label}
      {...(isFile && { target: '_blank', rel: 'noopener' })}
      {...(appPath !== undefined && { onClick: (event) => openInApp(event, appPath) })}
      {...(isOutside && { target: '_blank', rel: 'noopener noreferrer nofollow' })}
    >
      {children}
    </a>
  )
}

/** Returns the path of the note, conversation or shared answer of this service that an address leads to. */
export function findAppPath(href: string, origin: string = location.origin): string | undefined {
  const url = new URL(href, origin)
  const isInApp = url.origin === origin && /^\/(?:notes|ask|shared)\/[^/]+$/.test(url.pathname)
  return isInApp ? url.pathname + url.search + url.hash : undefined
}

/** Opens a screen without loading the app again, unless the link is to open in another tab. */
function openInApp(event: MouseEvent, path: string): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  event.preventDefault()
  navigate(path)
}

/**
 * Returns the address of the original of an item; undefined where it is not safe to follow, or only a path: that of a file
 * in a connected folder leads nowhere in the app.
 */
export function findOriginalUrl(url: string): string | undefined {
  return /^[a-z][a-z\d+.-]*:/i.test(url) ? sanitizeUrl(url, url) : undefined
}

/** Returns the resolved address, or undefined if it is not safe to follow. */
export function sanitizeUrl(href: string, origin: string = location.origin): string | undefined {
  let url: URL
  try {
    url = new URL(href, origin)
  } catch {
    return undefined
  }
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}
