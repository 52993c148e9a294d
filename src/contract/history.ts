import { z } from 'zod'
import { source } from './source.ts'
import { boundedText, integerText, storableText } from './text.ts'

const writtenBy = z
  .string()
  .nullable()
  .optional()
  .describe('The language model that wrote the answer; null: it is quoted from the notes; absent: there is none')

/** A source with its location in the note tree, and the id to read it by. */
export const sourceWithLocation = source
  .extend({
    documentId: z.string().nullable().describe('Id for /documents/{id}; null: it was deleted'),
    kind: z.enum(['note', 'item']),
    rootId: z.string().optional().describe('Data source of an item; absent: a note or an attached file'),
    path: z.array(z.string()).describe('Titles of the ancestors that you can see'),
  })
  .meta({ id: 'PlacedSource' })

export type SourceWithLocation = z.infer<typeof sourceWithLocation>

const noteOwner = z.object({
  kind: z.enum(['user', 'group']),
  name: z.string(),
  email: z.string().optional().describe('Absent: a group'),
})

export type NoteOwner = z.infer<typeof noteOwner>

/** A note near a question that nothing answers. */
const nearestNote = sourceWithLocation
  .extend({ owner: noteOwner.optional().describe('Whom to ask; absent: nobody, or you own it') })
  .meta({ id: 'NearestNote' })

export type NearestNote = z.infer<typeof nearestNote>

const citedSource = sourceWithLocation
  .extend({
    page: z.int().optional().describe('The page or slide that the first cited sentence is on; absent: it has no pages'),
    copies: z
      .array(sourceWithLocation)
      .optional()
      .describe('Further documents with nearly the same passage, as far as you can see them'),
  })
  .meta({ id: 'CitedSource' })

export type CitedSource = z.infer<typeof citedSource>

export const askedQuestion = z
  .object({
    id: z.string(),
    question: z.string(),
    askedAt: z.string(),
    outcome: z.enum(['answered', 'refused']),
    parentId: z.string().nullable(),
    assistantId: z.string().nullable(),
    answer: z.string().nullable().describe('Null: not stored, or you can no longer see one of its sources'),
    sources: z.array(citedSource),
    writtenBy,
    related: z
      .array(nearestNote)
      .optional()
      .describe('The nearest notes, if nothing answered the question, as far as you can see them'),
    rating: z.enum(['up', 'down']).nullable(),
    ratingReason: z.string().nullable(),
    isShared: z.boolean(),
    threadId: z.string().optional().describe('The conversation that it belongs to'),
    mode: z.literal('research').optional().describe('A report was asked for; absent as well until it is there'),
  })
  .meta({ id: 'AskedQuestion' })

export type AskedQuestion = z.infer<typeof askedQuestion>

export const sharedAnswer = z
  .object({
    id: z.string(),
    question: z.string(),
    askedAt: z.string(),
    askedBy: z.string().describe('Name of the asker'),
    answer: z.string(),
    sources: z.array(citedSource),
    writtenBy,
  })
  .meta({ id: 'SharedAnswer' })

export const questionPath = z.object({ id: boundedText(1, 64) })

export const historyQuery = z.object({
  query: storableText().max(200, 'must have at most 200 characters').default('').describe('Part of the question'),
  cursor: boundedText(1, 200).optional().describe('nextCursor of the previous page'),
})

export const historyPage = z
  .object({ questions: z.array(askedQuestion), nextCursor: z.string().nullable() })
  .meta({ id: 'HistoryPage' })

export const answerFeedback = z
  .strictObject({
    rating: z.enum(['up', 'down'], { error: 'must be "up", "down" or null' }).nullable(),
    reason: storableText().max(2000, 'must have at most 2000 characters').default(''),
  })
  .meta({ id: 'Feedback' })

export const answerSharingChange = z.strictObject({ isShared: z.boolean({ error: 'must be true or false' }) })

export const exampleQuestions = z
  .object({
    questions: z.array(z.string()).describe('Up to four; each is answered from a document that you can see'),
    hasDocuments: z.boolean().describe('False: there is nothing to ask about yet'),
  })
  .meta({ id: 'ExampleQuestions' })

/** A note or an item with its indexed passages. */
export const documentWithPassages = z
  .object({
    documentId: z.string(),
    kind: z.enum(['note', 'item']),
    id: z.string().describe('Id of the note, or of the item in its data source'),
    rootId: z.string().nullable(),
    title: z.string(),
    url: z.string(),
    updatedAt: z.string(),
    language: z.string(),
    path: z.array(z.string()),
    passages: z.array(
      z.object({
        heading: z.string().describe('Its headings, joined'),
        text: z.string(),
        page: z.int().optional().describe('The page or slide that it begins on; absent: the document has no pages'),
      }),
    ),
  })
  .meta({ id: 'ReadDocument' })

export type DocumentWithPassages = z.infer<typeof documentWithPassages>

export const contentQuery = z.object({
  rootId: boundedText(1, 256)
    .optional()
    .describe('Data source of the item; needed if several have an item with this id'),
})

/** A note or an item as it was written. */
export const readableContent = z
  .object({
    id: z.string(),
    rootId: z.string().optional().describe('Data source of an item; absent: a note'),
    title: z.string(),
    url: z.string(),
    updatedAt: z.string(),
    lastEditedAt: z.string().describe('When the title or the content last changed'),
    content: z.string().describe('In Markdown'),
  })
  .meta({ id: 'ReadableContent' })

export type ReadableContent = z.infer<typeof readableContent>

export const noteBranchQuery = z.object({
  parentId: boundedText(1, 256).optional().describe('Absent: the notes at the top level'),
  page: integerText(0, 999_999).default(0),
})

/** 500 per page. */
export const noteBranch = z
  .object({
    notes: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        childCount: z.int().min(0),
        isPrivate: z.boolean().describe('Only you can see it'),
        isRestricted: z.boolean().describe('Not everyone in the organization can see it'),
        canEdit: z.boolean(),
      }),
    ),
    hasNextPage: z.boolean(),
  })
  .meta({ id: 'NoteBranch' })

export const insightsQuery = z.object({
  days: z
    .enum(['7', '30', '90'], { error: 'must be 7, 30 or 90' })
    .default('30')
    .transform(Number)
    .describe('Number of days back'),
})

export const insights = z
  .object({
    days: z
      .array(
        z.object({
          date: z.string(),
          answered: z.int(),
          refused: z.int(),
          disliked: z.int(),
          people: z.int(),
        }),
      )
      .describe('One per day (UTC), oldest first'),
    totals: z.object({
      questions: z.int(),
      answered: z.int(),
      refused: z.int(),
      liked: z.int(),
      disliked: z.int(),
      people: z.int(),
      throughApi: z.int(),
    }),
    sources: z
      .array(
        z.object({
          documentId: z.string(),
          kind: z.enum(['note', 'item']),
          id: z.string(),
          title: z.string(),
          path: z.array(z.string()),
          updatedAt: z.string(),
          answers: z.int(),
        }),
      )
      .describe('The most cited sources that you can see'),
    unanswered: z
      .array(
        z.object({
          topic: z.string(),
          count: z.int(),
          questions: z.array(z.object({ text: z.string(), count: z.int(), lastAskedAt: z.string() })),
        }),
      )
      .describe('Unanswered questions, grouped by topic'),
    ignoredQuestions: z
      .int()
      .describe(
        'Unanswered questions that are left out because they ask for nothing: greetings, tests, keyboard mashing',
      ),
    disliked: z.array(z.object({ question: z.string(), reason: z.string(), askedAt: z.string() })),
    stale: z
      .array(
        z.object({
          id: z.string(),
          title: z.string(),
          updatedAt: z.string(),
          reason: z.string(),
          answers: z.int(),
        }),
      )
      .describe('Notes to review: flagged, expired, or old and still cited'),
    contradicting: z
      .array(z.array(z.object({ id: z.string(), title: z.string(), updatedAt: z.string(), says: z.string() })))
      .describe('Pairs of notes that state different figures, the newer first'),
  })
  .meta({ id: 'Insights' })

export type InsightsBody = z.infer<typeof insights>
