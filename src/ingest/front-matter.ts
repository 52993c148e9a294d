export interface FrontMatter {
  /** The document without its front matter. */
  body: string
  /** What the front matter says to a reader: a description, keywords. Empty when it says nothing. */
  readable: string[]
}

/** Takes YAML (`---`) or TOML (`+++`) front matter off a document; without a closing fence there is none. */
export function splitFrontMatter(content: string, title: string): FrontMatter {
  const fence = /^\ufeff?(---|\+\+\+)[ \t]*\r?\n/.exec(content)
  if (fence === null) return { body: content, readable: [] }
  const start = fence[0].length
  const end = new RegExp(`^${fence[1] === '---' ? '(?:---|\\.\\.\\.)' : '\\+\\+\\+'}[ \\t]*\\r?$`, 'm')
  const searched = content.slice(start, start + maxLength)
  const closing = end.exec(searched)
  if (closing === null) return { body: content, readable: [] }
  const matter = searched.slice(0, closing.index)
  // A thematic break, some prose and another break are not settings.
  if (!/^[\w-]+[ \t]*[:=]/m.test(matter)) return { body: content, readable: [] }
  const body = content.slice(start + closing.index + closing[0].length)
  return { body, readable: parseFields(matter, title) }
}

const maxLength = 20_000
const indexedKeys = new Set([
  'title',
  'subtitle',
  'description',
  'summary',
  'excerpt',
  'tags',
  'keywords',
  'categories',
])

/** Only flat values and simple lists are read; a YAML parser would bring aliases and types along for three strings. */
function parseFields(matter: string, title: string): string[] {
  const values = new Map<string, string[]>()
  let current: string[] | undefined
  for (const line of matter.split(/\r?\n/)) {
    const pair = /^([\w-]+)[ \t]*[:=][ \t]*(.*)$/.exec(line)
    const item = /^[ \t]*-[ \t]+(.*)$/.exec(line)
    const continuation = /^[ \t]+(\S.*)$/.exec(line)
    if (pair !== null) {
      current = indexedKeys.has(pair[1]!.toLowerCase()) ? [] : undefined
      if (current !== undefined) values.set(pair[1]!.toLowerCase(), current)
      current?.push(...parseValue(pair[2]!))
    } else if (item !== null) current?.push(...parseValue(item[1]!))
    else if (continuation !== null && current !== undefined) {
      current.push([current.pop(), ...parseValue(continuation[1]!)].filter(Boolean).join(' '))
    }
  }
  return [...values]
    .map(([key, found]) => ({ key, text: found.filter(Boolean).join(', ') }))
    .filter(({ text }) => text !== '' && text.toLowerCase() !== title.toLowerCase())
    .map(({ key, text }) => (listKeys.has(key) ? `${key[0]!.toUpperCase()}${key.slice(1)}: ${text}` : text))
}

const listKeys = new Set(['tags', 'keywords', 'categories'])

function parseValue(value: string): string[] {
  const trimmed = value.trim()
  if (/^\[.*\]$/.test(trimmed)) return trimmed.slice(1, -1).split(',').map(unquote)
  // The marks that announce a block of text on the lines below.
  return /^[>|][+-]?$/.test(trimmed) ? [] : [unquote(trimmed)]
}

function unquote(value: string): string {
  return value.trim().replace(/^(["'])(.*)\1$/, '$2')
}
