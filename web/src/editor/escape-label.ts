/** Escapes what Markdown would read as a marker in the text of a link. */
export function escapeLabel(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\[\]`*_<>&!~|]/g, '\\$&')
}
