/** Returns the text that a part of an address encodes; a percent sign that encodes nothing stays as it is. */
export function decodeUriPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
