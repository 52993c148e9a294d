import { z } from 'zod'
import { reviewStates } from './notes.ts'
import { source } from './source.ts'
import { dateTimeText, integerText, maxPage, optionalId, storableText } from './text.ts'

export const searchRequest = z
  .strictObject({
    query: storableText()
      .transform((text) => text.trim())
      .pipe(z.string().min(1, 'must not be empty').max(4000, 'must have at most 4000 characters'))
      .describe('Text to search for'),
    parentId: optionalId().describe('Only this note and its subpages'),
    assistantId: optionalId().describe("Only within this assistant's scope"),
    rootId: optionalId().describe('Only within this data source'),
    limit: z
      .int('must be a whole number from 1 to 50')
      .min(1, 'must be a whole number from 1 to 50')
      .max(50, 'must be a whole number from 1 to 50')
      .default(10)
      .describe('Maximum number of hits'),
  })
  .meta({ id: 'SearchRequest' })

export type SearchRequest = z.infer<typeof searchRequest>

const searchHit = source
  .extend({
    rootId: z.string().optional().describe('Data source of an item; absent: a note'),
    score: z.number().describe('Comparable only within one response'),
    passage: z.string().describe('The best passage of the document'),
    page: z.int().optional().describe('The page or slide that matches best; absent: the document has no pages'),
    duplicates: z
      .int()
      .min(1)
      .optional()
      .describe('Number of further documents with nearly the same passage, left out here; absent: none'),
  })
  .meta({ id: 'SearchHit' })

export type SearchHit = z.infer<typeof searchHit>

/** One hit per document, best first; of near-duplicates, only the freshest. */
export const searchResult = z.object({ hits: z.array(searchHit) }).meta({ id: 'SearchResult' })

export type SearchResult = z.infer<typeof searchResult>

export const noteSearchQuery = z.object({
  query: storableText()
    .max(4000, 'must have at most 4000 characters')
    .default('')
    .describe('Words to search for; empty: every note, last edited first'),
  parentNoteId: optionalId().describe('Only this note and its subpages'),
  depth: integerText(0, 100)
    .optional()
    .describe('Only notes with this number of parents that you can see; 0: the top level'),
  reviewState: z
    .enum(reviewStates, { error: `must be one of ${reviewStates.join(', ')}` })
    .optional()
    .describe('Only notes in this state'),
  page: integerText(0, maxPage).default(0).describe('Zero-based; default 0'),
  hitsPerPage: integerText(1, 100).default(20).describe('Default 20'),
  highlightPreTag: storableText()
    .max(64, 'must have at most 64 characters')
    .default('<em>')
    .describe('Inserted before each word found'),
  highlightPostTag: storableText()
    .max(64, 'must have at most 64 characters')
    .default('</em>')
    .describe('Inserted after each word found'),
  lastEditedAfter: dateTimeText().optional().describe('Only notes edited after this time'),
  lastUpdatedAfter: dateTimeText().optional().describe('Alias of lastEditedAfter; with both, the later one counts'),
  includeArchived: z
    .enum(['true', 'false'], { error: 'must be "true" or "false"' })
    .default('false')
    .transform((text) => text === 'true')
    .describe('Include archived notes, after all others'),
  archivedOnly: z
    .enum(['true', 'false'], { error: 'must be "true" or "false"' })
    .default('false')
    .transform((text) => text === 'true')
    .describe('Only archived notes'),
})

export type NoteSearchQuery = z.infer<typeof noteSearchQuery>

const noteHit = z
  .object({
    id: z.string(),
    title: z.string(),
    type: z.literal('rich_text'),
    highlight: z
      .string()
      .describe('Plain text of the best passage, with the words found between the tags. Contains no other tags.'),
    parentNotes: z
      .array(z.object({ id: z.string(), title: z.string() }))
      .describe('The ancestors that the caller can see, from the top'),
    updatedAt: z.string(),
    lastEditedAt: z.string(),
    archivedAt: z.string().nullable(),
    reviewState: z.enum(reviewStates).optional(),
  })
  .meta({ id: 'NoteHit' })

export type NoteHit = z.infer<typeof noteHit>

export const noteSearchResult = z
  .object({ hits: z.array(noteHit), nbPages: z.int().min(0), page: z.int().min(0) })
  .meta({ id: 'NoteSearchResult' })

export type NoteSearchResult = z.infer<typeof noteSearchResult>
