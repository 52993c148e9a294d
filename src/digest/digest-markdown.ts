import { type DigestLabels, digestLabels } from './digest-labels.ts'

/** One thing to tell of one document. */
export interface DigestLine {
  documentKey: number
  kind: 'new' | 'changed' | 'added' | 'dropped' | 'renamed' | 'rewritten' | 'archived'
  /** What the document says now; '' where there is nothing to quote. */
  said: string
  /** What it said before. */
  before: string
  topic: TopicRef | undefined
}

/** What a topic is named after: a note, or a data source. */
export type TopicRef = { noteKey: number } | { rootId: string }

/** A line with the names that hold now, for a reader who may see them. */
export interface RenderableLine extends DigestLine {
  title: string
  url: string
  topicName: string | undefined
}

export interface RenderableDigest {
  /** In the order in which they are told. */
  lines: readonly RenderableLine[]
  /** Changes that had no room, and documents that are gone. */
  moreCount: number
  deletedCount: number
  days: number
  language: string
}

/** A digest in markdown: a section for each topic, a line for each change, a number for each document. */
export function renderDigestMarkdown(digest: RenderableDigest): string {
  const words = digestLabels(digest.language)
  const numbers = new Map<number, { number: number; url: string }>()
  const sections = new Map<string, string[]>()
  const add = (section: string, line: string) =>
    sections.set(section, [...(sections.get(section) ?? []), line])
  const write = (line: RenderableLine, section: string) => {
    const known = numbers.get(line.documentKey) ?? { number: numbers.size + 1, url: line.url }
    numbers.set(line.documentKey, known)
    add(section, `- ${renderLine(line, words)} [${known.number}]`)
  }
  for (const line of digest.lines) if (line.kind !== 'archived') write(line, line.topicName ?? words.other)
  for (const line of digest.lines) if (line.kind === 'archived') write(line, words.noLongerInUse)
  if (digest.deletedCount > 0) add(words.noLongerInUse, `- ${words.deleted(digest.deletedCount)}`)
  if (sections.size === 0 && digest.moreCount === 0) return words.nothing(digest.days)
  return [
    ...[...sections].map(([topic, lines]) => `## ${escapeAndTruncate(topic)}\n${lines.join('\n')}`),
    ...(digest.moreCount > 0 ? [words.more(digest.moreCount)] : []),
    ...(numbers.size > 0
      ? [
          [...numbers.values()]
            .map(({ number, url }) => `[${number}]: <${escapeLinkDestination(url)}>`)
            .join('\n'),
        ]
      : []),
  ].join('\n\n')
}

function renderLine({ kind, title, said, before }: RenderableLine, words: DigestLabels): string {
  const name = `**${escapeAndTruncate(title)}** (${words[kind]})`
  const was = before === '' ? '' : `_${words.before}: ${escapeAndTruncate(before)}_`
  if (kind === 'dropped') return `${name}: ${escapeAndTruncate(before)}`
  const told = [said === '' ? '' : escapeAndTruncate(said), was].filter(Boolean).join(' ')
  return told === '' ? name : `${name}: ${told}`
}

/** A sentence of the longest kind is cut: the document is one click away. */
const maxTextCharacters = 320

/** Text of documents within our markdown: it must not make headings, links, emphasis or numbers of its own. */
function escapeAndTruncate(text: string): string {
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:[-*•]|\d{1,3}[.)]) /, '')
  const short = line.length > maxTextCharacters ? `${truncateAtWord(line)}…` : line
  return (
    short
      // Bracketed numbers would read as ours.
      .replace(/\[(\s*\d[\d\s,;–-]*)\]/g, '($1)')
      .replace(/[\\`*_[\]<>#|~&$]/g, '\\$&')
      .replace(/!(?=\\\[)/g, '\\!')
  )
}

function truncateAtWord(line: string): string {
  const piece = line.slice(0, maxTextCharacters).toWellFormed()
  const space = piece.lastIndexOf(' ')
  return space > maxTextCharacters / 2 ? piece.slice(0, space) : piece.replace(/\ufffd$/, '')
}

/** Between angle brackets stands anything but line ends and angle brackets (CommonMark 6.3). */
function escapeLinkDestination(url: string): string {
  return url.replace(/[\s<>\\]/g, (sign) => encodeURIComponent(sign))
}
