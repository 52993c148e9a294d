import { walkTags } from './walk-tags.ts'

/** Returns the title that the head of a page gives. */
export function htmlTitle(html: string): string | undefined {
  return textOfFirst('title', html)
}

/** Returns the text of the first heading of a page. */
export function htmlHeading(html: string): string | undefined {
  return textOfFirst('h1', html)
}

/** Returns undefined if there is none, if it is empty, and if it never ends. */
function textOfFirst(element: string, html: string): string | undefined {
  let text: string | undefined
  let isOpen = false
  walkTags(html, {
    open(tag) {
      if (tag !== element || text !== undefined) return
      text = ''
      isOpen = true
    },
    close(tag) {
      if (tag === element) isOpen = false
    },
    text(piece) {
      if (isOpen) text += piece
    },
  })
  return isOpen ? undefined : text?.replace(/\s+/g, ' ').trim() || undefined
}
