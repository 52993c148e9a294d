import { z } from 'zod'
import { optionalIds } from './knowledge-management.ts'
import { reviewStates } from './notes.ts'
import { source } from './source.ts'
import { dateTimeText, flagText, integerText, maxPage, optionalId, storableText } from './text.ts'
import { maxSearchLength, maxTitleQueryLength } from './text-limits.ts'

export const searchRequest = z
  .strictObject({
    query: storableText()
      .transform((text) => text.trim())
      .pipe(
        z.string().min(1, 'must not be empty').max(maxSearchLength, `must have at most ${maxSearchLength} characters`),
      )
      .describe('Text to search for'),
    parentId: optionalId().describe('Only this note and its subpages'),
    assistantId: optionalId().describe("Only within this assistant's scope"),
    rootId: optionalId().describe('Only within this data source'),
    ownerId: optionalId().describe('Only notes owned by this user or group'),
    notesOnly: z.boolean('must be true or false').default(false).describe('Only notes and files attached to them'),
    verifiedOnly: z.boolean('must be true or false').default(false).describe('Only notes whose verification holds'),
    updatedAfter: dateTimeText().optional().describe('Only documents updated at this time or later'),
    updatedBefore: dateTimeText().optional().describe('Only documents updated before this time'),
    limit: z
      .int('must be a whole number from 1 to 50')
      .min(1, 'must be a whole number from 1 to 50')
      .max(50, 'must be a whole number from 1 to 50')
      .default(10)
      .describe('Maximum number of hits'),
    page: z
      .int('must be a whole number')
      .min(0, 'must not be negative')
      .max(maxPage, `must be at most ${maxPage}`)
      .optional()
      .describe('Zero-based page of `limit` hits, within the best 100; absent: the first, without `hasNextPage`'),
    details: z.boolean('must be true or false').default(false).describe('Adds `details` to each hit'),
  })
  .meta({ id: 'SearchRequest' })

export type SearchRequest = z.infer<typeof searchRequest>

/** What a list of hits shows besides the title. */
const searchHitDetails = z
  .object({
    kind: z.enum(['note', 'item', 'file']).describe('`file`: attached to a note'),
    path: z
      .array(z.string())
      .describe('Titles of the notes above it that the caller can see, outermost first; of an item, its data source'),
    reviewState: z.enum(reviewStates).optional(),
    snippet: z.string().describe('The part of the passage with most words found'),
    matches: z
      .array(z.object({ start: z.int().min(0), end: z.int().min(0) }))
      .describe('The words found in the snippet, in UTF-16 code units'),
    copies: z
      .array(source.omit({ explanation: true }).extend({ rootId: z.string().optional() }))
      .describe('The documents that `duplicates` counts'),
  })
  .meta({ id: 'SearchHitDetails' })

export type SearchHitDetails = z.infer<typeof searchHitDetails>

const searchHit = source
  .extend({
    rootId: z.string().optional().describe('Data source of an item; absent: a note'),
    score: z.number().describe('Comparable only within one response'),
    passage: z.string().describe('The best passage of the document'),
    page: z.int().optional().describe('The page or slide that matches best; absent: the document has no pages'),
    details: searchHitDetails.optional().describe('Only if the request asks for them'),
    duplicates: z
      .int()
      .min(1)
      .optional()
      .describe('Number of further documents with nearly the same passage, left out here; absent: none'),
  })
  .meta({ id: 'SearchHit' })

export type SearchHit = z.infer<typeof searchHit>

/** One hit per document, best first; of near-duplicates, only the freshest. */
export const searchResult = z
  .object({
    hits: z.array(searchHit),
    hasNextPage: z.boolean().optional().describe('Only if the request names a page'),
  })
  .meta({ id: 'SearchResult' })

export type SearchResult = z.infer<typeof searchResult>

export const titleSearchQuery = z.object({
  query: storableText()
    .max(maxTitleQueryLength, `must have at most ${maxTitleQueryLength} characters`)
    .default('')
    .describe('Words, or their beginnings, that the title contains; empty: any title'),
  noteIdList: optionalIds().describe('Only these notes, in this order; repeated for several'),
  kind: z
    .enum(['note', 'item'], { error: 'must be "note" or "item"' })
    .optional()
    .describe('Only notes, without the files attached to them, or only items of data sources'),
  editableOnly: flagText().describe('Only notes that you can edit'),
  limit: integerText(1, 50).default(10).describe('Maximum number of hits; default 10'),
})

const titleHit = z
  .object({
    id: z.string(),
    rootId: z.string().optional().describe('Data source of an item; absent: a note, or a file attached to one'),
    title: z.string(),
    url: z.string(),
    path: z
      .array(z.string())
      .describe('Titles of the notes above it that the caller can see, outermost first; of an item, its data source'),
    updatedAt: z.string(),
  })
  .meta({ id: 'TitleHit' })

/** Titles that begin with the words first, then notes before items, newest first. */
export const titleSearchResult = z.object({ hits: z.array(titleHit) }).meta({ id: 'TitleSearchResult' })

export const noteSearchQuery = z.object({
  query: storableText()
    .max(maxSearchLength, `must have at most ${maxSearchLength} characters`)
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
  includeArchived: flagText().describe('Include archived notes, after all others'),
  archivedOnly: flagText().describe('Only archived notes'),
  editableOnly: flagText().describe('Only notes that you can edit'),
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
