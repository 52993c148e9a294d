const listMarker = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/

export function isListItem(text: string): boolean {
  return listMarker.test(text)
}

export function stripListMarker(text: string): string {
  return text.replace(listMarker, '')
}
