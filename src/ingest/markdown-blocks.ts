import MarkdownIt, { type Token } from 'markdown-it'
import type { Block } from './block.ts'
import { frontMatterParagraphs, parseFrontMatter } from './front-matter.ts'
import { htmlToBlocks } from './html-blocks.ts'

/**
 * Markdown is rendered to HTML and read from there: HTML inside Markdown, from a lone <br> to a table of several
 * pages, then needs no rules of its own.
 */
export function markdownToBlocks(content: string, title: string): Block[] {
  const { fields, body } = parseFrontMatter(content)
  const paragraphs = frontMatterParagraphs(fields, title)
  const blocks = htmlToBlocks(renderMarkdown(body))
  if (paragraphs.length === 0) return blocks
  // Below the first heading, if the page begins with one: a list of tags must not become a chunk of its own.
  const [first, ...rest] = blocks
  const lead = first?.kind === 'heading' ? [first] : []
  const headingPath = lead.map((heading) => heading.text)
  const added = paragraphs.map((text): Block => ({ kind: 'paragraph', text, headingPath }))
  return [...lead, ...added, ...(lead.length > 0 ? rest : blocks)]
}

/**
 * The same HTML as markdown-it's own `render`. There all lines are read before the first is rendered, and every one costs a
 * dozen objects: of a document of a hundred thousand that is half a second, most of it for lines without any markup.
 */
export function renderMarkdown(body: string): string {
  const env = {}
  const tokens = markdown.parse(body, env)
  const { renderer, options } = markdown
  let html = ''
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'inline') {
      const rule = renderer.rules[token.type]
      html += rule
        ? rule(tokens, index, options, env, renderer)
        : renderer.renderToken(tokens, index, options)
    } else if (!inlineMarkup.test(token.content)) html += token.content.replaceAll('"', '&quot;')
    else {
      const parts: Token[] = []
      markdown.inline.parse(token.content, markdown, env, parts)
      unescapeTextTokens(parts)
      html += renderer.renderInline(parts, options, env)
    }
  }
  return html
}

/** All that can begin anything but text within a line. */
const inlineMarkup = /[\n\\`*_~![\]<>&]/

/** Escaped characters are text like any other from here on. */
function unescapeTextTokens(tokens: Token[]): void {
  for (const token of tokens) {
    if (token.type === 'text_special') token.type = 'text'
    if (token.children) unescapeTextTokens(token.children)
  }
}

const markdown = new MarkdownIt({ html: true, linkify: false, typographer: false })
// What stands within a line is read when it is rendered.
markdown.core.ruler.disable(['inline', 'linkify', 'replacements', 'smartquotes', 'text_join'])

// [^1]: text would otherwise be taken for a link definition when it is one word, and vanish.
markdown.block.ruler.before(
  'reference',
  'footnote_definition',
  (state, startLine, _endLine, silent) => {
    const start = state.bMarks[startLine]! + state.tShift[startLine]!
    const end = state.eMarks[startLine]!
    const definition = /^\[\^([^\]\s]{1,60})\]:[ \t]*/.exec(state.src.slice(start, Math.min(end, start + 80)))
    if (definition === null) return false
    if (silent) return true
    state.line = startLine + 1
    state.push('paragraph_open', 'p', 1).map = [startLine, state.line]
    const inline = state.push('inline', '', 0)
    inline.content = `(${definition[1]}) ${state.src.slice(start + definition[0].length, end)}`
    inline.map = [startLine, state.line]
    inline.children = []
    state.push('paragraph_close', 'p', -1)
    return true
  },
  { alt: ['paragraph', 'reference'] },
)

// The mark in the text: a footnote of a sentence is read as "(1)", as is the note that it points to.
markdown.inline.ruler.before('link', 'footnote_mark', (state, silent) => {
  if (state.src.charCodeAt(state.pos) !== 0x5b || state.src.charCodeAt(state.pos + 1) !== 0x5e) return false
  const mark = /^\[\^([^\]\s]{1,60})\](?!\()/.exec(state.src.slice(state.pos, state.pos + 80))
  if (mark === null) return false
  if (!silent) state.push('text', '', 0).content = ` (${mark[1]})`
  state.pos += mark[0].length
  return true
})
