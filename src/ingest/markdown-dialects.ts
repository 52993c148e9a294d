import { withoutDialogueMark } from './dialogue-marks.ts'
import { bulletSigns, dashSigns, tickSigns } from './list-marker.ts'
import { closeOpenTable, normalizeTable } from './pipe-tables.ts'
import { removeTemplateCode } from './template-code.ts'
import { convertWikiLine } from './wiki-lines.ts'

/**
 * Rewrites the extensions of site generators (MyST, MkDocs, Docusaurus, kramdown, GitHub, MDX, Jekyll, Hugo) as CommonMark
 * or plain text, so that no reader of a passage sees their syntax. Code stays as it is.
 */
export function toCommonMark(source: string): string {
  if (!hasExtensions.test(source)) return source
  const lines = source.split('\n')
  dedentComponents(lines)
  return removeTemplateCode(convertLines(lines).join('\n'))
}

const hasExtensions = new RegExp(
  String.raw`[{:!?(|[<\t]|%%|^Q\.|dataview|^(?:import|export)\b|^[ \t]*(?:[${bulletSigns}${dashSigns}${tickSigns}]|[a-z][.)])[ \t]`,
  'mu',
)

interface Container {
  /** The character and the number of times that it opens the container. */
  character: string
  length: number
  isHidden: boolean
}

function convertLines(lines: string[]): string[] {
  const out: string[] = []
  let code: Container | undefined
  const open: Container[] = []
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string
    if (code !== undefined) {
      if (closes(line, code)) code = undefined
      out.push(line)
      continue
    }
    const container = open.at(-1)
    if (container !== undefined && closes(line, container)) {
      open.pop()
      out.push('')
      continue
    }
    if (container?.isHidden) continue
    const fence = openingFence(line)
    if (fence !== undefined) {
      const { role, lead, skipped } = readDirective(fence, lines, i)
      i += skipped
      if (role === 'code') {
        code = { ...fence, isHidden: false }
        out.push(fence.directive === undefined ? line : fence.indent + fence.character.repeat(fence.length))
      } else {
        open.push({ ...fence, isHidden: role === 'hidden' })
        for (const text of lead) out.push('', fence.indent + text)
        out.push('')
      }
      continue
    }
    const kept = convertLine(lines, i, out)
    if (kept !== undefined) out.push(kept)
  }
  return out
}

interface Fence {
  indent: string
  character: string
  length: number
  /** Name of a directive, such as "note"; undefined for a fenced code block. */
  directive: string | undefined
  argument: string
}

/** Reads ``` and ~~~ fences, MyST directives in either, and ::: containers. */
function openingFence(line: string): Fence | undefined {
  const found = /^((?:[ \t]|[-*+>][ \t]|\d{1,3}[.)][ \t]){0,20})(`{3,}|~{3,}|:{3,})[ \t]*(.*)$/.exec(line)
  if (found === null) return undefined
  const [, indent, marker, info] = found as unknown as [string, string, string, string]
  const character = marker[0] as string
  if (character === '`' && info.includes('`')) return undefined
  const named =
    /^\{[.#]?([a-z][\w:+-]*)(?![\w:+-])[^}]*\}[ \t]*(.*)$/i.exec(info) ??
    (character === ':' ? /^([a-z][\w-]*)?[ \t]*(.*)$/i.exec(info) : null)
  const argument = (named?.[2] ?? '').trim().replace(/^\[(.*)\]$/, '$1')
  const isDirective = character === ':' || /^\{[a-z]/i.test(info)
  return { indent, character, length: marker.length, directive: isDirective ? (named?.[1] ?? '') : undefined, argument }
}

function closes(line: string, { character, length }: { character: string; length: number }): boolean {
  const marks = line.trim().replace(/^(?:>[ \t]*)+/, '')
  return marks.length >= length && marks[0] === character && marks === character.repeat(marks.length)
}

const words = (list: string) => new Set(list.split(/\s+/))
const textDirectives = words(`admonition note tip hint info warning danger error important attention caution success
  question example abstract summary quote seealso figure image table list-table tab-set tab-item tabs tab dropdown details
  card card-carousel grid grid-item grid-item-card sidebar margin topic epigraph pull-quote glossary exercise solution
  definition theorem proof profile versionadded versionchanged deprecated todo`)
const hiddenDirectives = words(
  'toctree tableofcontents contents include literalinclude bibliography iframe embed raw index video youtube',
)
const pathArguments = words('figure image')

/** Decides how to read a directive. `lead` is the text that it shows first; `skipped`, the number of lines of its options. */
function readDirective(
  { directive, character, argument }: Fence,
  lines: readonly string[],
  start: number,
): { role: 'code' | 'text' | 'hidden'; lead: string[]; skipped: number } {
  if (directive === undefined) {
    const isQuery = /^\s*(?:`{3,}|~{3,})\s*dataview(?:js)?\s*$/.test(lines[start] as string)
    return { role: isQuery ? 'hidden' : 'code', lead: [], skipped: 0 }
  }
  const { skipped, shown } = readOptions(lines, start + 1)
  const name = directive.toLowerCase()
  if (hiddenDirectives.has(name)) return { role: 'hidden', lead: [], skipped }
  if (character !== ':' && !textDirectives.has(name)) return { role: 'code', lead: [], skipped }
  const title = pathArguments.has(name) ? '' : argument
  return { role: 'text', lead: [title, ...shown].filter((text) => text !== ''), skipped }
}

const maxOptionLines = 40

/** Reads `:name: value` lines, or YAML between `---` lines, below the first line of a directive. */
function readOptions(lines: readonly string[], start: number): { skipped: number; shown: string[] } {
  const options: string[] = []
  let end = start
  if (/^\s*---\s*$/.test(lines[start] ?? '')) {
    const close = lines.slice(start + 1, start + maxOptionLines).findIndex((line) => /^\s*---\s*$/.test(line))
    if (close < 0) return { skipped: 0, shown: [] }
    for (const line of lines.slice(start + 1, start + 1 + close)) {
      const isContinuation = /^\s+\S/.test(line) && options.length > 0
      if (isContinuation) options.push(`${options.pop()} ${line.trim()}`)
      else options.push(line.trim())
    }
    end = start + close + 2
  } else while (/^\s*:[\w-]+:/.test(lines[end] ?? '')) options.push((lines[end++] as string).trim().slice(1))
  const shown = options.flatMap((option) => /^(?:alt|caption) ?:\s*[>|]?\s*(.+)$/.exec(option)?.[1] ?? [])
  return { skipped: end - start, shown }
}

/** Returns the line as CommonMark; undefined drops it. */
function convertLine(lines: string[], index: number, out: string[]): string | undefined {
  closeOpenTable(lines, index)
  const converted = convertWikiLine(lines, index) ?? convertBullet(lines, index) ?? withoutDialogueMark(lines, index)
  if (converted !== undefined) return converted
  const line = lines[index] as string
  const text = line.trimStart()
  switch (text[0]) {
    case '(':
      return /^\([\w:./ -]{1,120}\)=\s*$/.test(text) ? '' : convertLetter(lines, index)
    case '{':
      return /^\{:[^}]*\}\s*$/.test(text) ? '' : line
    case '[':
      return /^\[(?:\[_?toc_?\]|toc)\]\s*$/i.test(text) ? '' : line
    case '!':
    case '?':
    case '=':
      return convertAdmonition(lines, index)
    case '>':
      return line.replace(
        /^(\s*(?:>[ \t]*){1,20})\[![a-z]{2,20}\][+-]?[ \t]*(.*)/i,
        (_, quote: string, title: string) => (title === '' ? quote : `${quote}${title}\n${quote}`),
      )
    case ':':
      return joinDefinition(line, out)
    case '*':
    case '-':
      // kramdown puts a table of contents in the place of this list.
      return /^\s*\{:\s*toc\b/.test(lines[index + 1] ?? '') ? undefined : line
    case '<':
      return separateTags(line, lines[index + 1] ?? '')
    case '|':
      normalizeTable(lines, index)
      return lines[index]
    case 'i':
    case 'e':
      return dropModuleStatement(lines, index) && convertLetter(lines, index)
    default:
      return convertLetter(lines, index)
  }
}

const containerTags =
  /^(?:<\/?(?:details|div|section|aside|article|center|main|header|footer|figure|summary|span)\b[^<>]*>|<summary>[^<>]*<\/summary>)+\s*$/

/** Adds the blank line below a line of tags that makes the Markdown below it Markdown. */
function separateTags(line: string, next: string): string {
  const isMarkdown = /^ {0,3}(?:[-*+#>]|\d{1,3}[.)] )|^ {0,3}[^\s<].*[*_`[\\]/.test(next)
  return isMarkdown && line.length < 1000 && containerTags.test(line.trim()) ? `${line}\n` : line
}

/** Reads `!!! note "Title"` and `=== "Tab"` of MkDocs: shows the title, and takes the indented content out. */
function convertAdmonition(lines: string[], index: number): string {
  const line = lines[index] as string
  const found =
    /^(\s*)(?:(?:!!!|\?\?\?\+?)[ \t]+[\w-]+(?:[ \t]+[\w-]+)*|={3}\+?(?=[ \t]+"))(?:[ \t]+"([^"]*)")?\s*$/.exec(line)
  if (found === null) return line
  const [, indent = '', title = ''] = found
  const prefix = `${indent}    `
  for (let i = index + 1; i < lines.length; i++) {
    const next = lines[i] as string
    if (next.trim() !== '' && !next.startsWith(prefix)) break
    lines[i] = indent + next.slice(prefix.length)
  }
  return title === '' ? '' : `\n${indent}${title}\n`
}

const bullet = new RegExp(String.raw`^(\s*)[${bulletSigns}][ \t]+(?=\S)`, 'u')
const dash = new RegExp(String.raw`^(\s*)[${dashSigns}][ \t]+(?=\S)`, 'u')
const tick = new RegExp(String.raw`^(\s*)(?=[${tickSigns}]\ufe0f?[ \t]+\S)`, 'u')

/** Makes an item of a line with a sign that Markdown doesn't know: a tick stays, a dash needs another one beside it. */
function convertBullet(lines: readonly string[], index: number): string | undefined {
  const line = lines[index] as string
  if (bullet.test(line)) return line.replace(bullet, '$1- ')
  if (tick.test(line)) return line.replace(tick, '$1- ')
  if (!dash.test(line)) return undefined
  const isBeside = [index - 1, index + 1].some((other) => dash.test(lines[other] ?? ''))
  return isBeside ? line.replace(dash, '$1- ') : undefined
}

/** Makes items of "a) by train", "b) by bus"; their letters stay, since other sentences refer to them. */
function convertLetter(lines: readonly string[], index: number): string {
  const line = lines[index] as string
  const letterOf = (other: string | undefined) => /^ {0,3}\(?([a-z])[.)][ \t]+\S/.exec(other ?? '')?.[1]?.charCodeAt(0)
  const own = letterOf(line)
  if (own === undefined) return line
  const isCounted = letterOf(lines[index - 1]) === own - 1 || letterOf(lines[index + 1]) === own + 1
  return isCounted ? `- ${line.trimStart()}` : line
}

/** Joins ": meaning" to the term on the line above, as definition lists are written. */
function joinDefinition(line: string, out: string[]): string | undefined {
  const meaning = /^\s{0,3}:[ \t]+(\S.*)$/.exec(line)?.[1]
  const term = out.at(-1) ?? ''
  if (meaning === undefined || term.trim() === '' || term.length > 100) return line
  out[out.length - 1] = `${term.trimEnd()}: ${meaning}`
  return undefined
}

/** Drops the import and export statements of MDX; an export ends at a blank line. */
function dropModuleStatement(lines: string[], index: number): string | undefined {
  const line = lines[index] as string
  const isImport = /^import\s+(?:[\w*{][^'"]*\sfrom\s+)?['"][^'"]+['"];?\s*$/.test(line)
  if (isImport) return undefined
  const isOpenImport = /^import\s+(?:\w+\s*,\s*)?\{[^}]*$/.test(line)
  const isExport = /^export\s+(?:const|let|var|function|default|async|class|\{|\*).*[={(*]/.test(line)
  if (!isOpenImport && !isExport) return line
  for (let i = index; i < Math.min(lines.length, index + maxStatementLines); i++) {
    const current = lines[i] as string
    const isEnd = isOpenImport ? /\}\s*from\s*['"]/.test(current) : current.trim() === ''
    if (!isEnd && i < lines.length - 1) continue
    for (let j = index; j <= i; j++) lines[j] = ''
    return undefined
  }
  return line
}

const maxStatementLines = 200

/** Content inside nested components is indented; four spaces would make it code. */
function dedentComponents(lines: string[]): void {
  const isComponent = (line: string) => /^\s*<\/?[A-Z]/.test(line)
  if (!lines.some(isComponent)) return
  let start = 0
  for (let i = 0; i <= lines.length; i++) {
    if (i < lines.length && !isComponent(lines[i] as string)) continue
    const indent = lines
      .slice(start, i)
      .reduce(
        (least, line) => (line.trim() === '' ? least : Math.min(least, line.search(/\S/))),
        Number.POSITIVE_INFINITY,
      )
    if (start > 0 && indent >= 4 && Number.isFinite(indent))
      for (let j = start; j < i; j++) lines[j] = (lines[j] as string).slice(indent)
    if (i < lines.length) lines[i] = (lines[i] as string).trimStart()
    start = i + 1
  }
}
