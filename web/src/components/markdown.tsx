import MarkdownIt, { type Token } from 'markdown-it'
import { createElement, Fragment, type ReactNode } from 'react'
import { commonText } from '../messages/common.ts'
import { AttachmentImage } from './attachment-image.tsx'
import { findAttachmentPath } from './attachment-path.ts'
import { findCallout } from './callouts.ts'
import { HighlightedCode } from './highlighted-code.tsx'
import { findTask } from './markdown-tasks.ts'
import { SafeLink } from './safe-link.tsx'
import { SectionLink } from './section-link.tsx'
import { TableScroll } from './table-scroll.tsx'

/**
 * Renders Markdown as React elements, built from the parser's tokens. HTML stays text, and images become links, because
 * loading them would tell their server who reads the note; only pictures attached to notes are shown. No string is ever used
 * as markup.
 */
export function Markdown({ text, ...options }: { text: string } & MarkdownOptions) {
  return (
    <div className="prose" dir="auto">
      {renderMarkdown(text, options)}
    </div>
  )
}

interface MarkdownOptions {
  hasAutolinks?: boolean
  /** Called with the line of a task whose box was ticked or cleared; without it the boxes only show. */
  onToggleTask?: ((line: number) => void) | undefined
}

/** What the parts of one text share. */
interface Rendering {
  slugs: Map<string, number>
  onToggleTask: ((line: number) => void) | undefined
}

export interface Heading {
  level: number
  text: string
  slug: string
}

const markdownParser = createParser({ linkify: true })
/** For digests, which quote documents: an address in a quotation is text. */
const parserWithoutAutolinks = createParser({ linkify: false })

function createParser(options: { linkify: boolean }) {
  const parser = new MarkdownIt({ html: false, typographer: false, ...options })
  // SafeLink checks addresses; the parser's own check would leave the source text of the link.
  parser.validateLink = () => true
  return parser
}

/** Longer texts are shown unformatted, because their layout would block the browser. */
const maxMarkdownLength = 400_000

export function extractHeadings(text: string): Heading[] {
  if (text.length > maxMarkdownLength) return []
  const tokens = markdownParser.parse(text, {})
  const slugs = new Map<string, number>()
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return []
    const inline = tokens[index + 1]
    return [{ level: headingLevel(token), text: inlineText(inline), slug: uniqueSlug(inlineText(inline), slugs) }]
  })
}

export function renderMarkdown(text: string, { hasAutolinks = true, onToggleTask }: MarkdownOptions = {}): ReactNode {
  if (text.length > maxMarkdownLength) return <pre>{text}</pre>
  const parser = hasAutolinks ? markdownParser : parserWithoutAutolinks
  return renderTokens(parser.parse(text, {}), { slugs: new Map(), onToggleTask })
}

const elementTags: Record<string, string> = {
  paragraph_open: 'p',
  bullet_list_open: 'ul',
  ordered_list_open: 'ol',
  list_item_open: 'li',
  blockquote_open: 'blockquote',
  thead_open: 'thead',
  tbody_open: 'tbody',
  tr_open: 'tr',
  th_open: 'th',
  td_open: 'td',
  em_open: 'em',
  strong_open: 'strong',
  s_open: 's',
}

function renderTokens(tokens: readonly Token[], rendering: Rendering): ReactNode[] {
  const nodes: ReactNode[] = []
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token
    if (token.nesting === 1) {
      const end = findClosingIndex(tokens, index)
      nodes.push(renderElement(token, tokens.slice(index + 1, end), index, rendering))
      index = end
    } else nodes.push(renderLeaf(token, index, rendering))
  }
  return nodes
}

function findClosingIndex(tokens: readonly Token[], start: number): number {
  let depth = 0
  for (let index = start; index < tokens.length; index += 1) {
    depth += tokens[index]?.nesting ?? 0
    if (depth === 0) return index
  }
  return tokens.length
}

function renderElement(token: Token, inside: Token[], key: number, rendering: Rendering): ReactNode {
  if (token.type === 'heading_open') {
    const slug = uniqueSlug(inlineText(inside[0]), rendering.slugs)
    return createElement(`h${headingLevel(token)}`, { key, id: slug, tabIndex: -1 }, renderTokens(inside, rendering))
  }
  const task = token.type === 'list_item_open' ? findTask(inside) : undefined
  if (task) return renderTask(task, token.map?.[0] ?? 0, key, rendering)
  const callout = token.type === 'blockquote_open' ? findCallout(inside) : undefined
  if (callout) {
    return (
      <div key={key} role="note" className={`callout callout-${callout.kind}`}>
        <p className="callout-label">{callout.label}</p>
        {renderTokens(callout.inside, rendering)}
      </div>
    )
  }
  const children = renderTokens(inside, rendering)
  if (token.type === 'link_open') {
    const href = String(token.attrGet('href') ?? '')
    if (href.startsWith('#')) {
      return (
        <SectionLink key={key} fragment={href}>
          {children}
        </SectionLink>
      )
    }
    return (
      <SafeLink key={key} href={href}>
        {children}
      </SafeLink>
    )
  }
  if (token.type === 'table_open') {
    return <TableScroll key={key}>{children}</TableScroll>
  }
  if (token.type === 'ordered_list_open') {
    return (
      <ol key={key} start={Number(token.attrGet('start') ?? 1)}>
        {children}
      </ol>
    )
  }
  // The paragraphs of a tight list are marked as hidden.
  if (token.hidden) return <Fragment key={key}>{children}</Fragment>
  return createElement(elementTags[token.type] ?? Fragment, { key }, ...children)
}

function renderTask(
  { isDone, label, inside }: NonNullable<ReturnType<typeof findTask>>,
  line: number,
  key: number,
  rendering: Rendering,
): ReactNode {
  const { onToggleTask } = rendering
  return (
    <li key={key} className="task">
      <input
        type="checkbox"
        checked={isDone}
        disabled={!onToggleTask}
        aria-label={label}
        onChange={() => onToggleTask?.(line)}
      />
      {renderTokens(inside, rendering)}
    </li>
  )
}

function renderLeaf(token: Token, key: number, rendering: Rendering): ReactNode {
  switch (token.type) {
    case 'inline':
      return <Fragment key={key}>{renderTokens(token.children ?? [], rendering)}</Fragment>
    case 'code_inline':
      return <code key={key}>{token.content}</code>
    case 'fence':
    case 'code_block':
      return <HighlightedCode key={key} code={token.content.replace(/\n$/, '')} language={token.info} />
    case 'hr':
      return <hr key={key} />
    case 'softbreak':
      return '\n'
    case 'hardbreak':
      return <br key={key} />
    case 'image': {
      const href = String(token.attrGet('src') ?? '')
      const path = findAttachmentPath(href)
      if (path !== undefined) return <AttachmentImage key={key} path={path} alt={token.content} />
      return (
        <SafeLink key={key} href={href}>
          {commonText('linkedImage', { name: token.content || href })}
        </SafeLink>
      )
    }
    default:
      return <Fragment key={key}>{token.content}</Fragment>
  }
}

function headingLevel(token: Token): number {
  return Number(token.tag.slice(1))
}

function inlineText(inline: Token | undefined): string {
  return (inline?.children ?? [])
    .map((child) => (child.type === 'text' || child.type === 'code_inline' ? child.content : ''))
    .join('')
}

function uniqueSlug(text: string, slugs: Map<string, number>): string {
  const bare = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  const slug = `section-${bare || 'part'}`
  const count = slugs.get(slug) ?? 0
  slugs.set(slug, count + 1)
  return count === 0 ? slug : `${slug}-${count + 1}`
}
