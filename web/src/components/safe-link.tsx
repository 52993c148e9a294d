import type { ReactNode } from 'react'

/**
 * A link out of content that somebody wrote. Only http(s), mailto and addresses of this service lead anywhere; any
 * other scheme would run code or leave for who knows where, and is shown as plain text.
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
  /** Its name, where its children are a picture. */
  label?: string
}) {
  const safe = sanitizeUrl(href)
  if (safe === undefined) return <span className="text-quiet">{children}</span>
  const isOutside = new URL(safe, location.origin).origin !== location.origin
  return (
    <a
      href={safe}
      className={className}
      aria-label={label}
      {...(isOutside && { target: '_blank', rel: 'noopener noreferrer nofollow' })}
    >
      {children}
    </a>
  )
}

/** The address as the browser would read it, or undefined where following it is not safe. */
export function sanitizeUrl(href: string, origin: string = location.origin): string | undefined {
  let url: URL
  try {
    url = new URL(href, origin)
  } catch {
    return undefined
  }
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}
