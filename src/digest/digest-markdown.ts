import { escapeCitationMarkers } from '../answer/citations.ts'
import { stripListMarker } from '../answer/list-marker.ts'
import { escapeMarkdown } from '../answer/markdown-text.ts'
import { cleanText } from '../ingest/clean-text.ts'
import { type DigestLabels, digestLabels } from './digest-labels.ts'

/** One change of one document. */
export interface DigestLine {
  documentKey: number
  kind: 'new' | 'empty' | 'changed' | 'added' | 'dropped' | 'renamed' | 'rewritten' | 'archived'
  /** The current sentence; '' if there is nothing to quote. */
  said: string
  /** The previous sentence. */
  before: string
  topic: TopicRef | undefined
}

/** The note or data source that a topic is named after. */
export type TopicRef = { noteKey: number } | { rootId: string }

/** A line with current names that the reader can see. */
export interface RenderableLine extends DigestLine {
  title: string
  url: string
  topicName: string | undefined
}

export interface RenderableDigest {
  lines: readonly RenderableLine[]
  /** Changes that did not fit, and deleted documents. */
  moreCount: number
  deletedCount: number
  days: number
  language: string
}

/** Renders a digest: a section for each topic, a line for each change, a number for each document. */
export function renderDigestMarkdown(digest: RenderableDigest): string {
  const labels = digestLabels(digest.language)
  const numbers = new Map<number, { number: number; url: string }>()
  const sections = new Map<string, string[]>()
  const add = (section: string, line: string) => sections.set(section, [...(sections.get(section) ?? []), line])
  const write = (line: RenderableLine, section: string) => {
    const known = numbers.get(line.documentKey) ?? { number: numbers.size + 1, url: line.url }
    numbers.set(line.documentKey, known)
    add(section, `- ${renderLine(line, labels)} [${known.number}]`)
  }
  for (const line of digest.lines) if (line.kind !== 'archived') write(line, line.topicName ?? labels.other)
  for (const line of digest.lines) if (line.kind === 'archived') write(line, labels.noLongerInUse)
  if (digest.deletedCount > 0) add(labels.noLongerInUse, `- ${labels.deleted(digest.deletedCount)}`)
  if (sections.size === 0 && digest.moreCount === 0) return labels.nothing(digest.days)
  return [
    ...[...sections].map(([topic, lines]) => `## ${escapeAndTruncate(topic)}\n${lines.join('\n')}`),
    ...(digest.moreCount > 0 ? [labels.more(digest.moreCount)] : []),
    ...(numbers.size > 0
      ? [[...numbers.values()].map(({ number, url }) => `[${number}]: <${escapeLinkDestination(url)}>`).join('\n')]
      : []),
  ].join('\n\n')
}

function renderLine({ kind, title, said, before }: RenderableLine, labels: DigestLabels): string {
  const name = `**${escapeAndTruncate(title)}** (${labels[kind]})`
  const was = before === '' ? '' : `_${labels.before}: ${escapeAndTruncate(before)}_`
  if (kind === 'dropped') return `${name}: ${escapeAndTruncate(before)}`
  const text = [said === '' ? '' : escapeAndTruncate(said), was].filter(Boolean).join(' ')
  return text === '' ? name : `${name}: ${text}`
}

const maxTextCharacters = 320

/**
 * Prepares a document's text for a line of markdown: strips its list marker, truncates it, and escapes everything that
 * would not be shown as text.
 */
function escapeAndTruncate(text: string): string {
  const line = stripListMarker(cleanText(text).replace(/\s+/g, ' ').trim())
  const short = line.length > maxTextCharacters ? `${truncateAtWord(line)}…` : line
  return escapeMarkdown(escapeCitationMarkers(short))
}

function truncateAtWord(line: string): string {
  const piece = line.slice(0, maxTextCharacters).toWellFormed()
  const space = piece.lastIndexOf(' ')
  return space > maxTextCharacters / 2 ? piece.slice(0, space) : piece.replace(/\ufffd$/, '')
}

/** Encodes the characters that a link destination in angle brackets cannot contain (CommonMark 6.3). */
function escapeLinkDestination(url: string): string {
  return url.replace(/[\s<>\\]/g, (sign) => encodeURIComponent(sign))
}
