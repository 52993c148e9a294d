import { type RawBuilder, sql } from 'kysely'

/** Matches texts that contain the query in any case, taken literally, whether accents are composed or not (Unicode NFC, NFD). */
export function containsText(column: string, query: string): RawBuilder<boolean> {
  return isLike(column, query, (text) => `%${text}%`)
}

/** Matches texts that begin with the query, by the same rules. */
export function beginsWithText(column: string, query: string): RawBuilder<boolean> {
  return isLike(column, query, (text) => `${text}%`)
}

/** Returns the text with composed and with decomposed accents, once if they are the same: macOS names files in the latter form. */
export function accentForms(text: string): string[] {
  return [...new Set([text.normalize('NFC'), text.normalize('NFD')])]
}

function isLike(column: string, query: string, toPattern: (text: string) => string): RawBuilder<boolean> {
  const patterns = accentForms(query.trim().replace(/[\\%_]/g, '\\$&')).map(toPattern)
  return sql<boolean>`${sql.ref(column)} ilike any(${patterns}::text[])`
}
