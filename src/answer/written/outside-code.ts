const codeSpan = /(`[^`]*`)/

/** Changes the parts of a text that are no code. */
export function outsideCode(text: string, change: (part: string) => string): string {
  return text
    .split(codeSpan)
    .map((part) => (part.startsWith('`') ? part : change(part)))
    .join('')
}
