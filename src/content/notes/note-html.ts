import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

const markdown = new MarkdownIt({ html: true })

/** Renders a note as HTML that is safe to embed: no scripts, no styles, no URLs that run code. */
export function renderNoteHtml(note: { content: string; type: 'markdown' | 'html' }): string {
  return sanitizeHtml(note.type === 'markdown' ? markdown.render(note.content) : note.content, sanitizeOptions)
}

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const blocks = ['p', 'div', 'blockquote', 'pre', 'hr', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'figure', 'figcaption']
const tables = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']
const inlineTags = ['a', 'b', 'strong', 'i', 'em', 's', 'del', 'ins', 'u', 'mark', 'sub', 'sup', 'small', 'q', 'abbr']
const otherTags = ['br', 'img', 'code', 'kbd', 'samp', 'var', 'span', 'details', 'summary', 'input']
const alignment = { 'text-align': [/^(?:left|right|center)$/] }

const sanitizeOptions: sanitizeHtml.IOptions = {
  allowedTags: [...headings, ...blocks, ...tables, ...inlineTags, ...otherTags],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    ol: ['start'],
    th: ['colspan', 'rowspan', 'align', 'style'],
    td: ['colspan', 'rowspan', 'align', 'style'],
    abbr: ['title'],
    input: ['type', 'checked', 'disabled'],
  },
  allowedClasses: { code: ['language-*'] },
  allowedStyles: { th: alignment, td: alignment },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow' }) },
  // Of all form fields, only the checkboxes of task lists.
  exclusiveFilter: ({ tag, attribs }) => tag === 'input' && attribs.type !== 'checkbox',
  // Drops deeper tags and keeps their text. No document written by hand nests this deep.
  nestingLimit: 100,
}
