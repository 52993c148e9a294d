/**
 * Reads a line of Obsidian or MkDocs that CommonMark doesn't know: a comment over several lines, an included file, an
 * abbreviation, a field ("Owner:: Ann"). Returns undefined for other lines.
 */
export function convertWikiLine(lines: string[], index: number): string | undefined {
  const line = lines[index] as string
  const text = line.trim()
  if (text.startsWith('%%')) return hideComment(lines, index)
  if (text.startsWith('--8<--')) return ''
  if (text.startsWith('*[')) {
    const [, short, long] = /^\*\[([^\]]{1,60})\]:[ \t]+(\S.*)$/.exec(text) ?? []
    return long === undefined ? undefined : `\n${short}: ${long}\n`
  }
  return field.test(line) ? line.replace(field, '$1: ') : undefined
}

const field = /^([ \t]{0,20}(?:[-*+][ \t]{1,4})?\p{L}[\p{L}\p{N} _-]{0,40})::[ \t]+(?=\S)/u

/** Empties the lines of a comment that begins at a line and ends at a later one. */
function hideComment(lines: string[], index: number): string | undefined {
  if (lines[index]!.trim().indexOf('%%', 2) >= 0) return undefined
  let end = index + 1
  while (end < lines.length && !lines[end]!.includes('%%')) end++
  if (end === lines.length) return undefined
  lines.fill('', index, end)
  lines[end] = lines[end]!.slice(lines[end]!.indexOf('%%') + 2)
  return ''
}
