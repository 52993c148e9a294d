import { type Attributes, walkTags } from '../../ingest/walk-tags.ts'

/** Replaces Confluence markup (panels, code blocks, tasks) by standard HTML and removes generated parts. */
export function convertConfluenceBody(html: string): string {
  let result = ''
  let copied = 0
  const copyUpTo = (position: number, resumeAt: number) => {
    result += html.slice(copied, position)
    copied = resumeAt
  }
  /** Closing tags to write, by the original tag; only these two are replaced. */
  const closings: Record<string, string[]> = { div: [], pre: [] }
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
      const replacement = replacementTag(tag, attributes)
      closings[tag]?.push(replacement?.end ?? `</${tag}>`)
      if (!replacement) return
      copyUpTo(start, end)
      result += replacement.start
    },
    close(tag, start, end) {
      if (dropped) {
        if (tag !== dropped.tag || --dropped.depth > 0) return
        dropped = undefined
        copied = end
        return
      }
      const closing = closings[tag]?.pop()
      if (closing === undefined) return
      copyUpTo(start, end)
      result += closing
    },
    text() {},
  })
  return dropped ? result : result + html.slice(copied)
}

/** Tables of contents, page trees, icons and expand controls repeat other content or have none. */
function isGenerated({ class: names = '' }: Attributes): boolean {
  return /(?:^|\s)(?:toc-macro|plugin_pagetree|confluence-information-macro-icon|expand-control)(?:\s|$)/.test(names)
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

/** Code blocks are panels as well, but their frame has no meaning. */
function isPanel(names: readonly string[]): boolean {
  return names.includes('panel') && !names.includes('code') && !names.includes('preformatted')
}
