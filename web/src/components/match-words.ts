/** Tells whether every word of the query begins a word of the text. */
export function matchesWords(query: string, text: string): boolean {
  const words = toWords(text)
  return toWords(query).every((part) => words.some((word) => word.startsWith(part)))
}

/** Tells whether every word of the query is in the text, also inside another word. */
export function containsWords(query: string, text: string): boolean {
  const lower = text.toLocaleLowerCase()
  return toWords(query).every((word) => lower.includes(word))
}

function toWords(text: string): string[] {
  return text.toLocaleLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
