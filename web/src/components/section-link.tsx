import type { ReactNode } from 'react'
import { decodeUriPart } from './decode-uri-part.ts'

/** A link to a heading of the same text. */
export function SectionLink({ fragment, children }: { fragment: string; children: ReactNode }) {
  return (
    <a
      href={fragment}
      className="link"
      onClick={(event) => {
        event.preventDefault()
        const text = event.currentTarget.closest('.prose')
        if (text) showSection(text, fragment)
      }}
    >
      {children}
    </a>
  )
}

/** Scrolls to the heading that a fragment names, and focuses it. Returns whether there is one. */
export function showSection(text: Element, fragment: string): boolean {
  const name = sectionName(fragment)
  const heading = [...text.querySelectorAll<HTMLElement>('[id^=section-]')].find(
    ({ id }) => sectionName(id) === name && name !== '',
  )
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
  return heading !== undefined
}

/** Returns what the ids of this app and of other programs that render Markdown have in common: letters and digits. */
export function sectionName(fragment: string): string {
  return decodeUriPart(fragment.replace(/^#/, ''))
    .replace(/^section-/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
