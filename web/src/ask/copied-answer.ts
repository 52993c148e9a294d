import { sanitizeUrl } from '../components/safe-link.tsx'

/** The elements that are kept, without their attributes; of all others only the content is. */
const keptTags = new Set(
  ['P', 'DIV', 'H1', 'H2', 'H3', 'H4', 'UL', 'OL', 'LI', 'PRE', 'CODE', 'STRONG', 'EM', 'BR'].concat([
    ...['TABLE', 'THEAD', 'TBODY', 'TR', 'TH', 'TD'],
  ]),
)
/** Elements that are nothing without what surrounds them. */
const containerTags = new Set(['UL', 'OL', 'TABLE', 'THEAD', 'TBODY', 'TR'])

/**
 * Copies selected text of answers with its citations as [1], linked to their source. They are buttons with a number on
 * the screen: browsers would copy "€145 1".
 */
export function copyCitations(event: ClipboardEvent): void {
  const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
  const selection = getSelection()
  if (event.defaultPrevented || isField || !selection || selection.isCollapsed || !event.clipboardData) return
  const copied = document.createElement('div')
  for (let index = 0; index < selection.rangeCount; index += 1) copied.append(cloneRange(selection.getRangeAt(index)))
  if (!copied.querySelector('button.citation')) return
  const clean = cleanAnswer(copied)
  event.clipboardData.setData('text/html', clean.innerHTML)
  event.clipboardData.setData('text/plain', renderedText(clean))
  event.preventDefault()
}

/** Returns an answer as it is on the page, with its sources below, as HTML for other programs. */
export function answerAsHtml(answer: Element, sources: readonly { title: string; url: string }[]): string {
  const clean = cleanAnswer(answer)
  sources.forEach(({ title, url }, index) => {
    const line = document.createElement('p')
    line.append(`[${index + 1}] `, createLink(url, title))
    clean.append(line)
  })
  return clean.innerHTML
}

/** Returns what other programs can use of an answer: no looks, and citations as links in brackets. */
function cleanAnswer(answer: Node): HTMLElement {
  const clean = document.createElement('div')
  appendClean(clean, answer)
  return clean
}

function appendClean(target: Element, source: Node): void {
  for (const node of source.childNodes) {
    if (node instanceof Text) target.append(node.data)
    else if (!(node instanceof HTMLElement)) continue
    else if (node.matches('button.citation')) target.append(createLink(node.dataset.url ?? '', `[${node.textContent}]`))
    else if (node instanceof HTMLAnchorElement) target.append(createLink(node.href, node.textContent))
    else if (keptTags.has(node.tagName)) {
      const kept = document.createElement(node.tagName)
      const start = node instanceof HTMLOListElement ? node.start : 1
      if (start !== 1) kept.setAttribute('start', String(start))
      target.append(kept)
      appendClean(kept, node)
    } else if (!node.matches('button, [popover]')) appendClean(target, node)
  }
}

/** Returns a link; the text alone where the address is not safe to follow. */
function createLink(url: string, text: string): HTMLElement | string {
  const safe = url === '' ? undefined : sanitizeUrl(url)
  if (safe === undefined) return text
  const link = document.createElement('a')
  link.href = safe
  link.append(text)
  return link
}

/** Returns what a range contains; where it is a part of a list or table, inside one of these. */
function cloneRange(range: Range): Node {
  let content: Node = range.cloneContents()
  let parent = range.commonAncestorContainer
  while (parent instanceof Element && containerTags.has(parent.tagName)) {
    const container = parent.cloneNode()
    container.appendChild(content)
    content = container
    parent = parent.parentNode as Node
  }
  return content
}

/** Returns the text as the browser shows it, with lines and tabs. Only what is on the page has such a text. */
function renderedText(content: HTMLElement): string {
  content.className = 'sr-only'
  document.body.append(content)
  // biome-ignore lint/performance/useDomNodeTextContent: its line breaks and tabs are those of the layout
  const text = content.innerText
  content.remove()
  return text
}
