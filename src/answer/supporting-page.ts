import { analyze } from '../ingest/analyze.ts'
import { pageAt } from '../ingest/passage-pages.ts'
import { splitSentences } from '../ingest/sentences.ts'
import type { HydratedPassage } from '../search/hydrate-passages.ts'
import { diceSimilarity } from './set-similarity.ts'

/**
 * Returns the page of the sentence that supports a statement: the one that is quoted, or else the one that shares the most
 * terms with the statement. A passage can cross pages.
 */
export function findSupportingPage(
  { body, pages, document }: Pick<HydratedPassage, 'body' | 'pages' | 'document'>,
  statement: string,
  quote?: string,
): number | undefined {
  if (!pages) return undefined
  const quotedAt = quote === undefined ? -1 : body.indexOf(quote)
  if (quotedAt >= 0 || pages.length === 1) return pageAt(pages, Math.max(quotedAt, pages[0]![0]))
  const terms = new Set(analyze(statement, document.language))
  let best = { start: 0, similarity: 0 }
  for (const { text, start } of splitSentences(body, document.language)) {
    const own = new Set(analyze(text, document.language))
    const similarity = diceSimilarity(terms, own)
    if (similarity > best.similarity) best = { start, similarity }
  }
  return pageAt(pages, best.start)
}
