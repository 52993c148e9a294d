import { parseDocument } from 'yaml'
import { splitFrontMatter } from '../ingest/front-matter.ts'

export interface ParsedFrontMatter {
  fields: Record<string, unknown>
  content: string
}

/** Parses the YAML front matter of a file. Without any, everything is content. */
export function parseYamlFrontMatter(text: string): ParsedFrontMatter {
  const { frontMatter, body } = splitFrontMatter(text)
  if (frontMatter?.syntax !== 'yaml') return { fields: {}, content: text.replace(/^\uFEFF/, '') }
  const document = parseDocument(frontMatter.source, { prettyErrors: true })
  const [error] = document.errors
  if (error) throw new Error(`the front matter is not YAML: ${error.message.split('\n', 1)[0]}`)
  const fields: unknown = document.toJS({ maxAliasCount: 100 }) ?? {}
  if (typeof fields !== 'object' || Array.isArray(fields)) {
    throw new Error('the front matter must be a mapping, such as "title: On call"')
  }
  return { fields: fields as Record<string, unknown>, content: body }
}
