/**
 * Front matter at the head of a text file. The server, the command line and the app all split it here, so this file must
 * run in a browser as well.
 */
export interface FrontMatter {
  /** The lines between the fences. */
  source: string
  syntax: 'yaml' | 'toml'
}

const maxLength = 20_000

/** Splits YAML (`---`) or TOML (`+++`) front matter off a text. Without a closing fence there is none. */
export function splitFrontMatter(text: string): { frontMatter: FrontMatter | undefined; body: string } {
  const content = text.startsWith('\ufeff') ? text.slice(1) : text
  const opening = /^(---|\+\+\+)[ \t]*\r?\n/.exec(content)
  if (!opening) return { frontMatter: undefined, body: content }
  const syntax = opening[1] === '---' ? 'yaml' : 'toml'
  const rest = content.slice(opening[0].length)
  const closing = closingFences[syntax].exec(rest.slice(0, maxLength))
  if (!closing) return { frontMatter: undefined, body: content }
  return {
    frontMatter: { source: rest.slice(0, closing.index), syntax },
    body: rest.slice(closing.index + closing[0].length),
  }
}

const closingFences = {
  yaml: /^(?:---|\.\.\.)[ \t]*\r?(?:\n|$)/m,
  toml: /^\+\+\+[ \t]*\r?(?:\n|$)/m,
}

/**
 * Splits off front matter and reads its fields as plain strings, by lower-case name. Never fails: a block without any
 * field is prose between two thematic breaks and stays part of the body. Reads flat values and simple lists only; a YAML
 * parser would add aliases and types for a handful of strings.
 */
export function parseFrontMatter(text: string): { fields: ReadonlyMap<string, string[]>; body: string } {
  const { frontMatter, body } = splitFrontMatter(text)
  const fields = new Map<string, string[]>()
  let values: string[] | undefined
  for (const line of frontMatter?.source.split(/\r?\n/) ?? []) {
    const pair = /^([\w-]+)[ \t]*[:=][ \t]*(.*)$/.exec(line)
    const item = /^[ \t]*-[ \t]+(.*)$/.exec(line)
    const continuation = /^[ \t]+(\S.*)$/.exec(line)
    if (pair) {
      values = parseValue(pair[2]!)
      fields.set(pair[1]!.toLowerCase(), values)
    } else if (item) values?.push(...parseValue(item[1]!))
    else if (continuation && values) {
      values.push([values.pop(), ...parseValue(continuation[1]!)].filter(Boolean).join(' '))
    }
  }
  return fields.size === 0 ? { fields, body: text } : { fields, body }
}

function parseValue(value: string): string[] {
  const trimmed = value.trim()
  if (/^\[.*\]$/.test(trimmed)) return trimmed.slice(1, -1).split(',').map(unquote)
  // `>` and `|` announce a block of text on the following lines.
  return /^[>|][+-]?$/.test(trimmed) ? [] : [unquote(trimmed)]
}

function unquote(value: string): string {
  return value.trim().replace(/^(["'])(.*)\1$/, '$2')
}

const indexedFields = new Set([
  'title',
  'subtitle',
  'description',
  'summary',
  'excerpt',
  'tags',
  'keywords',
  'categories',
])
const listFields = new Set(['tags', 'keywords', 'categories'])

/** Returns the paragraphs that front matter adds to the indexed text: a description, keywords. */
export function frontMatterParagraphs(fields: ReadonlyMap<string, string[]>, title: string): string[] {
  return [...fields]
    .filter(([name]) => indexedFields.has(name))
    .map(([name, values]) => ({ name, text: values.filter(Boolean).join(', ') }))
    .filter(({ text }) => text !== '' && text.toLowerCase() !== title.toLowerCase())
    .map(({ name, text }) => (listFields.has(name) ? `${name[0]!.toUpperCase()}${name.slice(1)}: ${text}` : text))
}
