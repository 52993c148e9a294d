import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { documentTarget } from './document-target.ts'
import { SafeLink } from './safe-link.tsx'

/** The title of a found document, as a link to where it opens. */
export function DocumentTitleLink({
  document,
  className = 'link break-words',
  children,
}: {
  document: { id: string; rootId?: string; title: string; url: string }
  className?: string
  children?: ReactNode
}) {
  const target = documentTarget(document)
  const content = children ?? document.title
  if (target === undefined) return <span className="break-words">{content}</span>
  if ('path' in target) {
    return (
      <Link href={target.path} className={className} dir="auto">
        {content}
      </Link>
    )
  }
  return (
    <SafeLink href={target.url} className={className}>
      {content}
    </SafeLink>
  )
}
