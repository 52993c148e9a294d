import { bulletSigns, dashSigns } from '../../ingest/list-marker.ts'
import type { ItemMarker } from '../office/html-blocks-writer.ts'

/** The beginning of a list item, in plain text. */
export interface LineMarker {
  marker: ItemMarker
  indent: number
  /** The text of the line without its marker. */
  text: string
}

const bullet = new RegExp(`^(\\s*)([-*+${bulletSigns}${dashSigns}])\\s+(?=\\S)`, 'u')
const number = /^(\s*)\(?(\d{1,3})[.)]\s+(?=\S)/
const letter = /^(\s*)\(?([a-z])[.)]\s+(?=\S)/

/** Finds the lines that are list items: a bullet alone is a dash, and a number or letter that doesn't count on is text. */
export function findListMarkers(lines: readonly string[]): ReadonlyMap<number, LineMarker> {
  const found = new Map<number, LineMarker>()
  const add = (index: number, pattern: RegExp, marker: ItemMarker) => {
    const line = lines[index] as string
    const indent = (pattern.exec(line)?.[1] ?? '').replaceAll('\t', '    ').length
    // No list of HTML keeps "a)", which other sentences refer to.
    found.set(index, { marker, indent, text: pattern === letter ? line.trim() : line.replace(pattern, '') })
  }
  const bullets = [...lines.entries()].flatMap(([index, line]) => {
    const sign = bullet.exec(line)?.[2]
    return sign === undefined ? [] : [{ index, sign }]
  })
  const times = new Map<string, number>()
  for (const { sign } of bullets) times.set(sign, (times.get(sign) ?? 0) + 1)
  for (const { index, sign } of bullets) if (times.get(sign)! > 1) add(index, bullet, { kind: 'bullet' })
  for (const [index, value] of countOn(lines, number, Number)) add(index, number, { kind: 'number', value })
  for (const [index] of countOn(lines, letter, (mark) => mark.charCodeAt(0) - 96))
    add(index, letter, { kind: 'bullet' })
  return found
}

/** Returns the lines, with their values, that count on from one: a run of at least two. */
function countOn(lines: readonly string[], marker: RegExp, readValue: (mark: string) => number): [number, number][] {
  const counted: [number, number][] = []
  let run: [number, number][] = []
  for (const [index, line] of lines.entries()) {
    const mark = marker.exec(line)?.[2]
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
