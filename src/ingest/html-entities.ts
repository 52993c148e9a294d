import { cleanText } from './clean-text.ts'

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Replaces the entities that text outside a parser has: those of markup and of blanks, and numbers. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,6})|#x([\da-f]{1,5}));/gi, (_, name, digits, hex) =>
    name === undefined
      ? cleanText(String.fromCodePoint(digits === undefined ? Number.parseInt(hex, 16) : Number(digits)))
      : names[name.toLowerCase()]!,
  )
}
