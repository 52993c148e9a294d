/**
 * Replaces the tags of components by the title or name that they show; the text between the tags stays. A lone name in
 * angle brackets that is never closed, such as <First Name>, is a field that people fill in.
 */
export function replaceComponents(text: string, closed: ReadonlySet<string>): string {
  const tags = /<(\/?)([A-Z][\w.]*)/g
  let result = ''
  let start = 0
  for (let found = tags.exec(text); found !== null; found = tags.exec(text)) {
    const [whole, slash, name] = found as unknown as [string, string, string]
    const tag = readTag(text, found.index + whole.length)
    if (tag === undefined) continue
    const before = text.slice(start, found.index)
    result += before
    const isPlaceholder = slash === '' && !tag.isSelfClosing && !closed.has(name) && !tag.hasValues
    const isBlock =
      /(?:^|\n)[ \t]*$/.test(before.slice(-200) || '\n') && /^[ \t]*(?:\n|$)/.test(text.slice(tag.end, tag.end + 200))
    if (isPlaceholder) result += `[${text.slice(found.index + 1, tag.end - 1)}]`
    else if (slash !== '') result += isBlock ? '\n' : ''
    else if (isBlock) result += `\n${shownText(tag)}\n\n`
    else if (tag.isSelfClosing) result += shownText(tag)
    start = tag.end
    tags.lastIndex = start
  }
  return result + text.slice(start)
}

interface Tag {
  /** Offset after the closing bracket. */
  end: number
  isSelfClosing: boolean
  hasValues: boolean
  attributes: Map<string, string>
}

const shownAttributes = ['title', 'label', 'name', 'question', 'caption', 'text', 'alt']

function shownText({ attributes, isSelfClosing }: Tag): string {
  const attribute = shownAttributes.find((name) => attributes.has(name))
  if (attribute !== undefined) return attributes.get(attribute) as string
  return isSelfClosing ? (attributes.get('slug') ?? '').replaceAll('-', ' ') : ''
}

const maxTagLength = 2_000
const attributePattern = /\s*(?:([\w:.-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(?=(\{))))?|(\{))/y

/** Reads the attributes of a tag from behind its name; undefined if it does not end. */
function readTag(text: string, from: number): Tag | undefined {
  const tag: Tag = { end: from, isSelfClosing: false, hasValues: false, attributes: new Map() }
  const limit = Math.min(text.length, from + maxTagLength)
  let at = from
  while (at < limit) {
    const end = /\s*(\/?)>/y
    end.lastIndex = at
    const ended = end.exec(text)
    if (ended !== null) return { ...tag, end: end.lastIndex, isSelfClosing: ended[1] === '/' }
    attributePattern.lastIndex = at
    const found = attributePattern.exec(text)
    if (found === null || found[0] === '') return undefined
    const [, name, double, single, value, spread] = found
    at = attributePattern.lastIndex
    if (value !== undefined || spread !== undefined) {
      const closing = findBrace(text, spread === undefined ? at : at - 1, limit)
      if (closing === undefined) return undefined
      at = closing
      tag.hasValues = true
    }
    const string = double ?? single
    if (name !== undefined && string !== undefined) {
      tag.attributes.set(name, string)
      tag.hasValues = true
    }
  }
  return undefined
}

/** Returns the offset after the brace that closes the one at `from`. */
function findBrace(text: string, from: number, limit: number): number | undefined {
  let depth = 0
  for (let i = from; i < limit; i++) {
    if (text[i] === '{') depth++
    else if (text[i] === '}' && --depth === 0) return i + 1
  }
  return undefined
}
