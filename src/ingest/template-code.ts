import { findCode } from './markdown-code.ts'
import { replaceComponents } from './mdx-components.ts'

/** Replaces template tags, components and attributes outside code by the words that they show. */
export function removeTemplateCode(source: string): string {
  if (!/\{|<\/?[A-Z]/.test(source)) return source
  const closedComponents = new Set([...source.matchAll(/<\/([A-Z][\w.]*)/g)].map(([, name]) => name as string))
  return mapOutsideCode(source, (text) => {
    // First, because the value of an attribute can be in double braces.
    const plain = /<\/?[A-Z]/.test(text) ? replaceComponents(text, closedComponents) : text
    const readable = plain.includes('{%') || plain.includes('{{') ? replaceTags(plain) : plain
    return readable.includes('{') ? removeAttributes(readable) : readable
  })
}

/** Applies `transform` to the text between fenced code blocks and code spans. */
function mapOutsideCode(source: string, transform: (text: string) => string): string {
  let result = ''
  let copied = 0
  for (const { start, end, span } of findCode(source)) {
    const role =
      span === undefined ? null : /\{([a-z][\w:+-]*)\}$/i.exec(source.slice(Math.max(copied, start - 40), start))
    result += transform(source.slice(copied, start - (role?.[0].length ?? 0)))
    const shown = role ? roleText(role[1]!, span!) : source.slice(start, end)
    result = shown === '' ? result.trimEnd() : result + shown
    copied = end
  }
  return result + transform(source.slice(copied))
}

/** Reads a role of MyST: {ref}`text <target>` shows its text, {cite}`key` nothing that a reader could use. */
function roleText(role: string, content: string): string {
  if (role.startsWith('cite')) return ''
  return content.replace(/(?<!\s)\s*<[^<>]*>$/, '').replace(/(?<!\s)\s*%s\b/, '')
}

/** Replaces the tags of Liquid, Jinja, Hugo and Handlebars: `{% %}`, `{{< >}}`, `{{ }}`. */
function replaceTags(text: string): string {
  let result = ''
  let start = 0
  const tags = /\{%([^%]|%(?!\})){0,2000}%\}|\{\{([^}]|\}(?!\})){0,2000}\}\}/g
  let commentEnd = 0
  for (let found = tags.exec(text); found !== null; found = tags.exec(text)) {
    const before = text.slice(start, found.index)
    const code = found[0].slice(2, -2)
    const isStatement = found[0][1] === '%'
    result += before
    start = found.index + found[0].length
    if (isStatement && commentEnd >= 0 && /^-?\s*comment\b/.test(code)) {
      commentEnd = text.indexOf('endcomment', start)
      if (commentEnd >= 0) start = Math.max(start, text.indexOf('%}', commentEnd) + 2)
      tags.lastIndex = start
    } else if (/\](?:\(|:[ \t]*)$/.test(before.slice(-200))) result += '/'
    else {
      const isAlone =
        /(?:^|\n)[ \t]*$/.test(before.slice(-200)) && /^[ \t]*(?:\n|$)/.test(text.slice(start, start + 200))
      const words = isStatement || /^[<%]/.test(code) ? shownWords(code) : isAlone ? '' : placeholder(code)
      const isOwnLine = isAlone && words !== '' && !/[ \t]$/.test(before)
      result += isOwnLine ? `\n${words}\n` : words
    }
  }
  return result + text.slice(start)
}

const silentTags = new Set(
  'page link post_url download include include_relative render layout extends import from ref relref if elsif else for set assign'.split(
    ' ',
  ),
)
const shownFields = /\b(?:caption|title|alt|text|label|name|summary)\s*[=:]\s*(?:"([^"]*)"|'([^']*)')/i

/** Returns the words that a tag shows: its caption or title, or else its longest string that is not a path. */
function shownWords(code: string): string {
  const body = code.replace(/^[-<%\s]+/, '').replace(/(?<![->%\s])[->%\s]+$/, '')
  const field = shownFields.exec(body)
  if (field !== null) return field[1] ?? field[2] ?? ''
  if (silentTags.has(/^\w*/.exec(body)![0])) return ''
  const strings = [...body.matchAll(/(?<![=:]\s{0,3})(?:"([^"]*)"|'([^']*)')/g)].map(([, a, b]) => a ?? b ?? '')
  const shown = strings.filter((text) => !/^[\w.-]*\/\S*$|^\S+\.[a-z]{2,5}$/i.test(text))
  return shown.reduce((longest, text) => (text.length > longest.length ? text : longest), '')
}

/** Shows a field that people fill in, such as {{first_name}}, as [first_name]. */
function placeholder(code: string): string {
  const name = code.trim()
  return /^[a-z][\w ]{0,40}$/i.test(name) ? `[${name}]` : ''
}

/**
 * `{#id .class}` at the end of a line. Each character can belong to one part of the pattern only: otherwise a row of classes
 * without an end takes exponential time.
 */
const classesAndId = /(?<![ \t])[ \t]*\{[#.][\w:.-]+(?:[ \t]+[#.][\w:.-]+|#[\w:.-]+)*[ \t]*\}(?=[ \t]*(?:#+[ \t]*)?$)/gm

/** Removes attributes of kramdown and Pandoc, and comments of MDX. */
function removeAttributes(text: string): string {
  return text
    .replace(/\{\/\*(?:[^*]|\*(?!\/)){0,2000}\*\/\}/g, '')
    .replace(/\{:[^{}\n]{0,300}\}/g, '')
    .replace(classesAndId, '')
    .replace(/(?<=[)\]])\{[ \t]{0,4}(?:[#.][\w-]+|[\w-]+=)[^{}\n]{0,300}\}/g, '')
    .replace(/ ?\{ [#.][\w-]{1,60}(?: [#.][\w-]{1,60}){0,9} \}/g, '')
}
