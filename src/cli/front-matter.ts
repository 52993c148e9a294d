import { parseDocument } from 'yaml'

/** A text file split into the fields at its head and what follows them. */
export interface ParsedFrontMatter {
  fields: Record<string, unknown>
  content: string
}

const opening = /^\uFEFF?---[ \t]*\r?\n/
const closing = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m

/** Splits off a block of YAML between two lines `---`. A file without one is all content. */
export function parseFrontMatter(text: string): ParsedFrontMatter {
  const start = opening.exec(text)
  if (!start) return { fields: {}, content: text.replace(/^\uFEFF/, '') }
  const rest = text.slice(start[0].length)
  const end = closing.exec(rest)
  if (!end) return { fields: {}, content: text.replace(/^\uFEFF/, '') }
  const document = parseDocument(rest.slice(0, end.index), { prettyErrors: true })
  const [error] = document.errors
  if (error) throw new Error(`the front matter is not YAML: ${error.message.split('\n', 1)[0]}`)
  const fields: unknown = document.toJS({ maxAliasCount: 100 }) ?? {}
  if (typeof fields !== 'object' || Array.isArray(fields)) {
    throw new Error('the front matter must be fields with values, such as "title: On call"')
  }
  return { fields: fields as Record<string, unknown>, content: rest.slice(end.index + end[0].length) }
}
