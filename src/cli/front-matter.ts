import { parseDocument } from 'yaml'
import { splitFrontMatter } from '../ingest/front-matter.ts'

/** A text file split into the fields at its head and its content. */
export interface ParsedFrontMatter {
  fields: Record<string, unknown>
  content: string
}

/** Splits off front matter and reads it as YAML. A file without any is all content. */
export function parseYamlFrontMatter(text: string): ParsedFrontMatter {
  const { frontMatter, body } = splitFrontMatter(text)
  if (frontMatter?.syntax !== 'yaml') return { fields: {}, content: text.replace(/^\uFEFF/, '') }
  const document = parseDocument(frontMatter.source, { prettyErrors: true })
  const [error] = document.errors
  if (error) throw new Error(`the front matter is not YAML: ${error.message.split('\n', 1)[0]}`)
  const fields: unknown = document.toJS({ maxAliasCount: 100 }) ?? {}
  if (typeof fields !== 'object' || Array.isArray(fields)) {
    throw new Error('the front matter must be fields with values, such as "title: On call"')
  }
  return { fields: fields as Record<string, unknown>, content: body }
}
