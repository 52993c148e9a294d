import { type Attributes, walkTags } from '../../ingest/walk-tags.ts'

/** What people wrote, with the marks of Confluence's own turned into those that every reader of html knows. */
export function convertConfluenceBody(html: string): string {
  let result = ''
  let copied = 0
  const copyUpTo = (position: number, goOnAt: number) => {
    result += html.slice(copied, position)
    copied = goOnAt
  }
  /** The ends that are due, by the tag that they end; only these two are ever written differently. */
  const ends: Record<string, string[]> = { div: [], pre: [] }
  let dropped: { tag: string; depth: number } | undefined
  walkTags(html, {
    open(tag, attributes, start, end) {
      if (dropped) {
        if (tag === dropped.tag) dropped.depth += 1
        return
      }
      if (isGenerated(attributes)) {
        dropped = { tag, depth: 1 }
        copyUpTo(start, end)
        return
      }
      const other = replacementTag(tag, attributes)
      ends[tag]?.push(other?.end ?? `</${tag}>`)
      if (!other) return
      copyUpTo(start, end)
      result += other.start
    },
    close(tag, start, end) {
      if (dropped) {
        if (tag !== dropped.tag || --dropped.depth > 0) return
        dropped = undefined
        copied = end
        return
      }
      const due = ends[tag]?.pop()
      if (due === undefined) return
      copyUpTo(start, end)
      result += due
    },
    text() {},
  })
  return dropped ? result : result + html.slice(copied)
}

/** A table of contents and a tree of pages repeat what stands elsewhere; code of styles and scripts is nobody's words. */
function isGenerated({ class: names = '' }: Attributes): boolean {
  return /(?:^|\s)(?:toc-macro|plugin_pagetree|confluence-information-macro-icon|expand-control)(?:\s|$)/.test(
    names,
  )
}

function replacementTag(tag: string, attributes: Attributes): { start: string; end: string } | undefined {
  const names = attributes.class?.split(/\s+/) ?? []
  if (tag === 'div' && (names.includes('confluence-information-macro') || isPanel(names))) {
    return { start: '<blockquote>', end: '</blockquote>' }
  }
  if (tag === 'pre') {
    const language = /\bbrush: *([a-z0-9+#-]+)/i.exec(attributes['data-syntaxhighlighter-params'] ?? '')?.[1]
    const start = language ? `<pre><code class="language-${language.toLowerCase()}">` : '<pre><code>'
    return { start, end: '</code></pre>' }
  }
  if (tag === 'li' && attributes['data-inline-task-id'] !== undefined) {
    const isDone = names.includes('checked')
    return { start: `<li><input type="checkbox"${isDone ? ' checked' : ''} disabled>`, end: '' }
  }
  return undefined
}

/** Code stands in a panel, too, but its frame says nothing. */
function isPanel(names: readonly string[]): boolean {
  return names.includes('panel') && !names.includes('code') && !names.includes('preformatted')
}
