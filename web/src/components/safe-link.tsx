import type { ReactNode } from 'react'
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
  return (
    <a
      href={safe}
      className={className}
      aria-label={label}
      {...(isFile && { target: '_blank', rel: 'noopener' })}
      {...(isOutside && { target: '_blank', rel: 'noopener noreferrer nofollow' })}
    >
      {children}
    </a>
  )
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
