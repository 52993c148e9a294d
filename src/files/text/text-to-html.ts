import { joinLines } from '../../ingest/line-breaks.ts'
import { findOwnParagraphs } from '../../ingest/own-paragraphs.ts'
import { escapeHtml } from '../html-writer.ts'

/**
 * Returns plain text as HTML: headings that are underlined, lists with bullets, numbers or letters, and paragraphs between
 * empty lines. Wrapped lines belong together; others stay lines.
 */
export function textToHtml(text: string): string {
  const lines = text.split('\n')
  const markers = findMarkers(lines)
  const ownParagraphs = findOwnParagraphs(text)
  const blocks: TextBlock[] = []
  let open: TextBlock | undefined
  const add = (block: TextBlock) => {
    open = block
    blocks.push(block)
  }
  for (const [index, line] of lines.entries()) {
    const marker = markers.get(index)
    if (line.trim() === '' || ruler.test(line)) {
      if (open && isTitle(open) && ruler.test(line)) open.kind = 'heading'
      open = undefined
    } else if (marker) {
      if (open?.kind !== marker.kind) add({ kind: marker.kind, start: marker.number, parts: [] })
      open!.parts.push([marker.text])
    } else if (open?.kind === 'text') open.parts.push([line])
    else if (open && !ownParagraphs.has(index)) open.parts.at(-1)!.push(line)
    else add({ kind: 'text', parts: [[line]] })
  }
  return blocks.map(toHtml).join('\n')
}

interface TextBlock {
  kind: 'text' | 'heading' | 'bullets' | 'numbers'
  /** Number of the first item. */
  start?: number | undefined
  /** The lines of each item; of text, each line alone. */
  parts: string[][]
}

/** Tells whether the text can be a heading if it is underlined. */
function isTitle({ kind, parts }: TextBlock): boolean {
  return kind === 'text' && parts.length === 1 && !/[.!?:;,]\s*$/.test(parts[0]![0]!)
}

function toHtml({ kind, start, parts }: TextBlock): string {
  if (kind === 'heading') return `<h2>${escapeHtml(parts[0]![0]!.trim())}</h2>`
  if (kind === 'text') return `<p>${linesToHtml(parts.flat())}</p>`
  const items = parts.map((lines) => `<li>${linesToHtml(lines)}</li>`).join('\n')
  return kind === 'bullets' ? `<ul>${items}</ul>` : `<ol start="${start}">${items}</ol>`
}

function linesToHtml(lines: readonly string[]): string {
  const trimmed = lines.map((line) => line.trim())
  return escapeHtml(joinLines(trimmed, lineBreak)).replaceAll(lineBreak, '<br>')
}

/** Unicode's own line separator, which HTML doesn't escape. */
const lineBreak = '\u2028'
const ruler = /^\s*([-=_*~#])\1+\s*$/

interface Marker {
  kind: 'bullets' | 'numbers'
  number?: number
  text: string
}

const bullet = /^\s*([-*+•◦‣▪·–—])\s+(?=\S)/
const number = /^\s*\(?(\d{1,3})[.)]\s+(?=\S)/
const letter = /^\s*\(?([a-z])[.)]\s+(?=\S)/

/** Finds the lines that are list items: a bullet alone is a dash, and a number or letter that doesn't count on is text. */
function findMarkers(lines: readonly string[]): ReadonlyMap<number, Marker> {
  const markers = new Map<number, Marker>()
  const bullets = [...lines.entries()].filter(([, line]) => bullet.test(line))
  const times = new Map<string, number>()
  const bulletOf = (line: string) => bullet.exec(line)![1]!
  for (const [, line] of bullets) times.set(bulletOf(line), (times.get(bulletOf(line)) ?? 0) + 1)
  for (const [index, line] of bullets) {
    if (times.get(bulletOf(line))! > 1) markers.set(index, { kind: 'bullets', text: line.replace(bullet, '') })
  }
  for (const [index, value] of countOn(lines, number, Number)) {
    markers.set(index, { kind: 'numbers', number: value, text: lines[index]!.replace(number, '') })
  }
  // No list of HTML keeps "a)" in its text, which other sentences refer to.
  for (const [index] of countOn(lines, letter, (mark) => mark.charCodeAt(0) - 96)) {
    markers.set(index, { kind: 'bullets', text: lines[index]!.trim() })
  }
  return markers
}

/** Returns the lines, with their values, that count on from one: a run of at least two. */
function countOn(lines: readonly string[], marker: RegExp, readValue: (mark: string) => number): [number, number][] {
  const counted: [number, number][] = []
  let run: [number, number][] = []
  for (const [index, line] of lines.entries()) {
    const mark = marker.exec(line)?.[1]
    if (mark === undefined) continue
    const value = readValue(mark)
    if (value === 1) run = []
    else if (value !== run.length + 1) continue
    run.push([index, value])
    if (run.length === 2) counted.push(...run)
    else if (run.length > 2) counted.push([index, value])
  }
  return counted
}
