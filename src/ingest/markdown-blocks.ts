import MarkdownIt, { type Token } from 'markdown-it'
import type { Block } from './block.ts'
import { frontMatterParagraphs, parseFrontMatter } from './front-matter.ts'
import { htmlToBlocks } from './html-blocks.ts'
import { joinLines } from './line-breaks.ts'
import { toCommonMark } from './markdown-dialects.ts'
import { separateMessages } from './message-heads.ts'
import { findOwnParagraphs } from './own-paragraphs.ts'
import { readTranscript } from './read-transcript.ts'
import { readableTitle } from './readable-title.ts'

/**
 * Reads Markdown into blocks. It is rendered to HTML first, so that HTML inside Markdown, from a lone <br> to a table of
 * several pages, needs no rules of its own.
 */
export function markdownToBlocks(content: string, title: string): Block[] {
  const { fields, body } = parseFrontMatter(content)
  const paragraphs = frontMatterParagraphs(fields, title)
  const blocks = htmlToBlocks(renderMarkdown(toCommonMark(separateMessages(readTranscript(body)))), {
    isMarkdown: true,
  })
  if (paragraphs.length === 0) return blocks
  // Below the first heading, if the page begins with one: a list of tags must not become a chunk of its own.
  const [first, ...rest] = blocks
  const lead = first?.kind === 'heading' ? [first] : []
  const headingPath = lead.map((heading) => heading.text)
  const added = paragraphs.map((text): Block => ({ kind: 'paragraph', text: readableTitle(text), headingPath }))
  return [...lead, ...added, ...(lead.length > 0 ? rest : blocks)]
}

/**
 * Returns the same HTML as markdown-it's own `render`, but for line breaks that were meant as such. That one parses all inline
 * text before it renders any and creates a dozen objects per line: half a second for 100,000 lines, most without markup.
 */
export function renderMarkdown(body: string): string {
  const env = {}
  const tokens = markdown.parse(body, env)
  const { renderer, options } = markdown
  let html = ''
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'inline') {
      const rule = renderer.rules[token.type]
      html += rule ? rule(tokens, index, options, env, renderer) : renderer.renderToken(tokens, index, options)
    } else if (!inlineMarkup.test(token.content)) html += token.content.replaceAll('"', '&quot;')
    else {
      const parts: Token[] = []
      markdown.inline.parse(joinLines(token.content.split('\n'), '  \n'), markdown, env, parts)
      unescapeTextTokens(parts)
      html += renderer.renderInline(parts, options, env)
    }
  }
  return html
}

/** Characters that can begin inline markup. */
const inlineMarkup = /[\n\\`*_~![\]<>&]/

/** Turns escaped characters into ordinary text. */
function unescapeTextTokens(tokens: Token[]): void {
  for (const token of tokens) {
    if (token.type === 'text_special') token.type = 'text'
    if (token.children) unescapeTextTokens(token.children)
  }
}

const markdown = new MarkdownIt({ html: true, linkify: false, typographer: false })
// Inline text is parsed when it is rendered.
markdown.core.ruler.disable(['inline', 'linkify', 'replacements', 'smartquotes', 'text_join'])

// "- the last item", then "The fee depends on:" in the next line: CommonMark reads both as the item.
markdown.block.ruler.before(
  'reference',
  'own_paragraph',
  ({ src, env }, startLine, _endLine, silent) => {
    if (!silent) return false
    const page = env as { ownParagraphs?: ReadonlySet<number> }
    page.ownParagraphs ??= findOwnParagraphs(src.split('\n'))
    return page.ownParagraphs.has(startLine)
  },
  { alt: ['paragraph'] },
)

// CommonMark reads a line of text right below a table as its row.
markdown.block.ruler.before(
  'reference',
  'text_below_table',
  ({ src, bMarks, eMarks, parentType }, startLine, _endLine, silent) =>
    silent && (parentType as string) === 'table' && !src.slice(bMarks[startLine], eMarks[startLine]).includes('|'),
  { alt: ['blockquote'] },
)

// Otherwise [^1]: followed by one word would be parsed as a link definition and disappear.
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
    inline.content = state.src.slice(start + definition[0].length, end)
    inline.map = [startLine, state.line]
    inline.children = []
    state.push('paragraph_close', 'p', -1)
    return true
  },
  { alt: ['paragraph', 'reference'] },
)

// A footnote mark means nothing in a quotation; the footnote itself is a paragraph.
markdown.inline.ruler.before('link', 'footnote_mark', (state) => {
  if (state.src.charCodeAt(state.pos) !== 0x5b || state.src.charCodeAt(state.pos + 1) !== 0x5e) return false
  const mark = /^\[\^([^\]\s]{1,60})\](?!\()/.exec(state.src.slice(state.pos, state.pos + 80))
  if (mark === null) return false
  state.pos += mark[0].length
  return true
})
