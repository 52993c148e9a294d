import type { StreamParser, StringStream } from '@codemirror/language'
import { findCodeLanguage } from '../editor/code-languages.ts'
import { CodeLine } from './code-line.ts'

export type CodeTokenKind = 'keyword' | 'string' | 'number' | 'name' | 'comment' | 'deleted'

export interface CodeToken {
  text: string
  /** Undefined for plain text. */
  kind?: CodeTokenKind | undefined
}

/** Longer code stays plain: its elements would slow the page down. */
const maxCodeLength = 50_000
const indentUnit = 2

/** Cuts code into tokens of its language; undefined for an unknown language. */
export async function highlightCode(code: string, language: string): Promise<CodeToken[] | undefined> {
  const found = code.length > maxCodeLength ? undefined : findCodeLanguage(language)
  return found && tokenize(code, await found.load())
}

function tokenize(code: string, parser: StreamParser<unknown>): CodeToken[] {
  const tokens: CodeToken[] = []
  const state = parser.startState?.(indentUnit)
  const add = (text: string, kind: CodeTokenKind | undefined) => {
    const last = tokens.at(-1)
    if (last && last.kind === kind) last.text += text
    else tokens.push({ text, kind })
  }
  for (const [index, line] of code.split('\n').entries()) {
    if (index > 0) add('\n', undefined)
    if (line === '') parser.blankLine?.(state, indentUnit)
    for (const stream = new CodeLine(line); !stream.eol(); ) {
      stream.start = stream.pos
      const style = readToken(parser, stream, state)
      add(stream.current(), kindOf(style))
    }
  }
  return tokens
}

/** Parsers can return without reading anything when they only change their state. */
function readToken(parser: StreamParser<unknown>, stream: CodeLine, state: unknown): string | null {
  for (let attempts = 0; attempts < 10; attempts += 1) {
    // CodeLine has what parsers use; the class of CodeMirror would bring the whole editor with it.
    const style = parser.token(stream as unknown as StringStream, state)
    if (stream.pos > stream.start) return style
  }
  stream.next()
  return null
}

const kinds: Record<string, CodeTokenKind> = {
  keyword: 'keyword',
  operatorKeyword: 'keyword',
  modifier: 'keyword',
  string: 'string',
  'string-2': 'string',
  regexp: 'string',
  inserted: 'string',
  number: 'number',
  atom: 'number',
  bool: 'number',
  null: 'number',
  def: 'name',
  tag: 'name',
  tagName: 'name',
  typeName: 'name',
  attribute: 'name',
  attributeName: 'name',
  propertyName: 'name',
  className: 'name',
  comment: 'comment',
  meta: 'comment',
  deleted: 'deleted',
}

function kindOf(style: string | null | undefined): CodeTokenKind | undefined {
  if (!style) return undefined
  const [first = ''] = style.split(' ')
  const [name = '', ...modifiers] = first.split('.')
  if (modifiers.includes('definition') || modifiers.includes('function')) return 'name'
  return kinds[name]
}
