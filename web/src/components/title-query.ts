import { maxTitleQueryLength } from '../../../src/contract/text-limits.ts'

/** Returns as many whole words of a text as a search of titles takes, which is enough to find a pasted title. */
export function toTitleQuery(text: string): string {
  if (text.length <= maxTitleQueryLength) return text
  const start = text.slice(0, maxTitleQueryLength)
  const end = start.search(/\s\S*$/)
  return end > 0 ? start.slice(0, end) : start.toWellFormed()
}
