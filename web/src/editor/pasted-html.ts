import { Parser } from 'htmlparser2'
import { htmlToMarkdown } from '../../../src/content/notes/html-to-markdown.ts'

/** Longer HTML is pasted as plain text, so that the page never freezes. */
const maxHtmlLength = 2_000_000

/**
 * Returns what programs put on the clipboard (Word, Google Docs, spreadsheets, web pages) as Markdown; undefined where its
 * plain text says as much, as for code or a single cell.
 */
export function pastedMarkdown(html: string): string | undefined {
  if (html.length > maxHtmlLength) return undefined
  const clean = cleanHtml(html)
  const cells = clean.match(/<t[dh]>/g)?.length ?? 0
  const isFormatted = cells > 1 || /<(?:h\d|li|b|i|s|a|pre|code|blockquote|hr|sub|sup)[ >]/.test(clean)
  return isFormatted ? htmlToMarkdown(clean).trim() || undefined : undefined
}

/** Marks by tag. Word and Google Docs say some of them by style only. */
const marks: Record<string, string> = { b: 'b', strong: 'b', i: 'i', em: 'i', s: 's', strike: 's', del: 's' }
const inlineTags = new Set(['code', 'sub', 'sup', 'span', 'font', 'a', 'br', 'input', ...Object.keys(marks)])
const keptTags = new Set(
  ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'li', 'tr', 'pre', 'code', 'blockquote', 'sub', 'sup'].concat([
    ...['table', 'td', 'th', 'ul', 'ol', 'hr', 'br'],
  ]),
)
const droppedTags = new Set(['head', 'style', 'script', 'title', 'xml', 'template', 'noscript', 'button', 'svg'])

interface OpenElement {
  tag: string
  /** What to write at its end. */
  end: string
  isDropped: boolean
  /** Bold text in headings and header cells says nothing. */
  isPlain: boolean
  hasParagraph: boolean
}

/** Keeps the tags that Markdown has, without attributes of looks; makes lists of Word and Google Docs lists of HTML. */
function cleanHtml(html: string): string {
  let out = ''
  const open: OpenElement[] = []
  /** The end of an item is held back: Google Docs writes the list below an item after it. */
  let heldItemEnd = ''
  /** A paragraph of Word that is a list item, until its marker is read. */
  let wordItem: { level: number; marker: string } | undefined
  const wordLists: string[] = []

  const releaseItem = () => {
    out += heldItemEnd
    heldItemEnd = ''
  }
  const closeWordLists = (depth: number) => {
    while (wordLists.length > depth) out += `</li></${wordLists.pop()}>`
  }
  const startWordItem = () => {
    if (!wordItem) return
    const { level, marker } = wordItem
    wordItem = undefined
    closeWordLists(level)
    if (wordLists.length === level) out += '</li><li>'
    while (wordLists.length < level) {
      const list = /^\s*(?:\d{1,3}|[a-z]{1,4})[.)]/i.test(marker) ? 'ol' : 'ul'
      wordLists.push(list)
      out += `<${list}><li>`
    }
  }

  const parser = new Parser({
    onopentag(tag, { style = '', href = '', type, checked }) {
      const parent = open.at(-1)
      const element: OpenElement = {
        tag,
        end: '',
        isDropped: parent?.isDropped === true || droppedTags.has(tag) || /mso-list:\s*ignore/i.test(style),
        isPlain: parent?.isPlain === true || /^(?:h\d|th|pre)$/.test(tag),
        hasParagraph: false,
      }
      open.push(element)
      if (element.isDropped) return
      const level = /mso-list:\s*l\d+\s+level([1-9])/i.exec(style)?.[1]
      if (level !== undefined && tag === 'p') {
        wordItem = { level: Number(level), marker: '' }
        return
      }
      if (inlineTags.has(tag)) {
        // Around the marker.
        if (wordItem?.marker === '') return
        startWordItem()
      }
      if (!inlineTags.has(tag) && wordItem === undefined && !tag.includes(':')) closeWordLists(0)
      if (tag !== 'ul' && tag !== 'ol') releaseItem()
      else if (heldItemEnd !== '') {
        element.end = `</${tag}>${heldItemEnd}`
        heldItemEnd = ''
      }
      const start = (text: string, end: string) => {
        out += text
        element.end = end + element.end
      }
      if (tag === 'input' && type === 'checkbox') start(checked === undefined ? '<input>' : '<input checked>', '')
      else if (tag === 'a' && /^(?:https?:|mailto:|\/notes\/)/i.test(href))
        start(`<a href="${escapeHtml(href)}">`, '</a>')
      else if (tag === 'p' && parent?.tag === 'li' && !parent.hasParagraph) parent.hasParagraph = true
      else if (keptTags.has(tag))
        start(`<${tag}>`, element.end === '' && tag !== 'br' && tag !== 'hr' ? `</${tag}>` : '')
      if (!inlineTags.has(tag) || element.isPlain) return
      for (const mark of findMarks(tag, style)) start(`<${mark}>`, `</${mark}>`)
    },
    ontext(text) {
      if (wordItem && open.at(-1)?.isDropped) wordItem.marker += text
      if (open.at(-1)?.isDropped) return
      if (text.trim() !== '') {
        startWordItem()
        releaseItem()
      }
      out += escapeHtml(text.replaceAll('\u00a0', ' '))
    },
    onclosetag(tag) {
      const element = open.pop()
      if (!element || element.isDropped) return
      if (wordItem && tag === 'p') startWordItem()
      if (tag === 'td' || tag === 'th') closeWordLists(0)
      if (tag !== 'li') releaseItem()
      if (tag === 'li') {
        releaseItem()
        heldItemEnd = element.end
      } else if (element.end.endsWith('</li>') && (tag === 'ul' || tag === 'ol')) {
        out += element.end.slice(0, -'</li>'.length)
        heldItemEnd = '</li>'
      } else out += element.end
    },
    onend() {
      releaseItem()
      closeWordLists(0)
    },
  })
  parser.end(html)
  return out
}

/** Google Docs wraps everything in a `b` of normal weight. */
function findMarks(tag: string, style: string): string[] {
  const weight = /(?<![\w-])font-weight:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase()
  const slant = /(?<![\w-])font-style:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase()
  const isBold = weight === undefined ? marks[tag] === 'b' : /^(?:bold|[6-9]00)/.test(weight)
  const isItalic = slant === undefined ? marks[tag] === 'i' : slant === 'italic'
  const isStruck = marks[tag] === 's' || /text-decoration[^;]*line-through/i.test(style)
  return [isBold && 'b', isItalic && 'i', isStruck && 's'].filter((mark) => mark !== false)
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
