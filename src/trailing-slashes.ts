/** Returns an address or path without the slashes at its end. The look-behind keeps long rows of slashes linear. */
export function withoutTrailingSlashes(text: string): string {
  return text.replace(/(?<!\/)\/+$/, '')
}
