const listMarker = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/

export function isListItem(text: string): boolean {
  return listMarker.test(text)
}

/** Tells whether a list item has a number: an ordered list consists of steps. */
export function isNumberedItem(text: string): boolean {
  return /^\s*\d/.test(text)
}

/** Returns the marker of a list item with the space after it; '' for other text. */
export function readListMarker(text: string): string {
  return listMarker.exec(text)?.[0] ?? ''
}

export function stripListMarker(text: string): string {
  return text.replace(listMarker, '')
}
