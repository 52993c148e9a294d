const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML, in content and in attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] as string)
}

/** Returns a table; unless stated otherwise, its first row is the header. Cells are HTML; short rows are filled up. */
export function htmlTable(rows: readonly (readonly string[])[], { hasHeader = true } = {}): string {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0)
  const line = (row: readonly string[], tag: 'th' | 'td') =>
    `<tr>${Array.from({ length: width }, (_, column) => `<${tag}>${row[column] ?? ''}</${tag}>`).join('')}</tr>`
  return `<table>${rows.map((row, index) => line(row, index === 0 && hasHeader ? 'th' : 'td')).join('\n')}</table>`
}
