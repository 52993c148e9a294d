import { z } from 'zod'
import { principalNames } from './people.ts'
import { boundedText, dateTimeText, flagText, optionalCursor, optionalId, storableText } from './text.ts'
import { maxTitleLength } from './text-limits.ts'

const noteId = boundedText(1, 256)
const title = boundedText(1, maxTitleLength).describe('Title of the note')
const markdown = storableText().optional().describe('Content, in markdown')
const html = storableText().optional().describe('Content, in html, instead of markdown')

export const reviewStates = ['Verified', 'Outdated', 'VerificationRequested', 'VerificationExpired'] as const
const noteOrders = ['lastEditedAt_DESC', 'lastEditedAt_ASC', 'listPosition_DESC', 'listPosition_ASC'] as const

export type ReviewState = (typeof reviewStates)[number]
export type NoteOrder = (typeof noteOrders)[number]

/** A note, without its content. */
export const note = z
  .object({
    id: z.string(),
    title: z.string(),
    url: z.string().describe('Address of the note'),
    parentNoteId: z.string().nullable().describe('Null at the top level, or when the parent is not shared with you'),
    createdAt: z.string(),
    updatedAt: z.string().describe('Date that decides the freshness of the note'),
    lastEditedAt: z.string().describe('When the title or the content last changed'),
    archivedAt: z.string().nullable().describe('Set when the note or an ancestor was archived'),
    reviewState: z.enum(reviewStates).optional(),
    reviewUntil: z.string().optional().describe('When the verification expires'),
    reviewReason: z.string().optional().describe('Why the note was flagged as outdated'),
    owner: z
      .union([z.object({ userId: z.string() }), z.object({ groupId: z.string() })])
      .optional()
      .describe('A user or a group'),
    verifiedBy: z
      .object({ userId: z.string(), name: z.string() })
      .optional()
      .describe('Who verified it; absent for deleted users'),
    verifiedAt: z.string().optional(),
    canEdit: z.boolean().describe('You can edit, move, review, archive and delete it'),
    canShare: z.boolean().describe('You can change who can see and edit it'),
    isTemplate: z.literal(true).optional().describe('Present for templates: new notes can start from it'),
  })
  .meta({ id: 'Note' })

export type NoteBody = z.infer<typeof note>

export const noteWithContent = note
  .extend({
    content: z.string().describe('In the requested format'),
    isRestricted: z.boolean().describe('Not everyone in the organization can see it'),
  })
  .meta({ id: 'NoteWithContent' })

export type NoteWithContent = z.infer<typeof noteWithContent>

/** A field of a request that was ignored. */
const fieldWarning = z.object({ field: z.string(), message: z.string() })

export type FieldWarning = z.infer<typeof fieldWarning>

/** A note after a write. */
export const writtenNote = note
  .extend({ warnings: z.array(fieldWarning).optional().describe('Fields that were ignored; absent: none') })
  .meta({ id: 'WrittenNote' })

export const noteFormatQuery = z.object({
  format: z
    .enum(['md', 'html', 'sliteml'], { error: 'must be "md" or "html"' })
    .default('md')
    .transform((format) => (format === 'sliteml' ? 'md' : format))
    .describe('Format of content; `sliteml` answers as `md`'),
})

const orderBy = z.enum(noteOrders, { error: `must be one of ${noteOrders.join(', ')}` })
const cursor = optionalCursor()
const includeArchived = flagText('true').describe('Include archived notes')

export const noteListQuery = z.object({
  ownerId: optionalId().describe('Only notes owned by this user or group'),
  parentNoteId: optionalId().describe('Only direct children of this note'),
  topOnly: flagText().describe('Only notes without a parent that you can see'),
  linksTo: optionalId().describe('Only notes whose text links to this note'),
  templatesOnly: flagText().describe('Only templates'),
  orderBy: orderBy.default('lastEditedAt_DESC'),
  cursor,
  includeArchived,
})

export const childNotesQuery = z.object({
  orderBy: orderBy.default('listPosition_ASC'),
  cursor,
  includeArchived,
})

/** 50 per page. */
export const noteList = z
  .object({
    notes: z.array(note),
    total: z.int().min(0).describe('Across all pages'),
    hasNextPage: z.boolean(),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'NoteList' })

/** An earlier version of a note. */
const noteVersion = z.object({
  id: z.string(),
  title: z.string(),
  writtenAt: z.string().describe('When this version was written'),
  replacedAt: z.string().describe('When the next version replaced it'),
  writtenBy: z
    .object({ userId: z.string(), name: z.string() })
    .optional()
    .describe('Who wrote it; absent for imported texts and deleted users'),
})

export const noteVersionList = z
  .object({ versions: z.array(noteVersion).describe('Newest first, without the current version') })
  .meta({ id: 'NoteVersionList' })

export const noteVersionWithContent = noteVersion
  .extend({ content: z.string().describe('In the requested format') })
  .meta({ id: 'NoteVersion' })

export const noteVersionPath = z.object({ id: noteId, versionId: boundedText(1, 32) })

export type NoteList = z.infer<typeof noteList>

/** Values for the columns of a collection, which clients send whether or not the parent is one. */
const attributes = z
  .array(storableText().nullable(), 'must be a list of strings')
  .max(1000, 'must have at most 1000 values')
  .nullish()
  .describe('Values for the columns of a collection; there are none, so they are ignored')

export const newNote = z
  .strictObject({
    title,
    parentNoteId: optionalId().nullable().describe('Absent or null: at the top level'),
    audience: principalNames
      .min(1, 'must name somebody')
      .optional()
      .describe(
        'Who can see it: `everyone`, `user:EMAIL`, `group:NAME`. Absent: the same people as the parent; at the top level only you',
      ),
    markdown,
    html,
    templateId: optionalId()
      .nullable()
      .describe('A note whose content is copied, instead of markdown or html; an unknown one is ignored'),
    attributes,
    type: storableText()
      .max(64, 'must have at most 64 characters')
      .nullish()
      .describe('`folder`: a note that holds others, as every note can; an unknown type is ignored'),
    description: storableText().nullish().describe('The content, in markdown, if there is none'),
  })
  .refine(hasAtMostOneContent, { path: ['html'], message: 'cannot be combined with markdown' })
  .meta({ id: 'NewNote' })

export type NewNote = z.infer<typeof newNote>

/** Omitted fields stay the same. */
export const noteChange = z
  .strictObject({
    title: title.optional(),
    parentNoteId: optionalId()
      .nullable()
      .describe('Moves the note with its subpages; null: to the top level, for the people who could see it before'),
    markdown,
    html,
    lastEditedAt: dateTimeText().optional().describe('As you read it: 409 if the note was edited since'),
    isTemplate: z.boolean('must be true or false').optional().describe('Whether new notes can start from it'),
    templateId: optionalId().nullable().describe('Ignored: only a new note starts from a template'),
    attributes,
  })
  .refine(hasAtMostOneContent, { path: ['html'], message: 'cannot be combined with markdown' })
  .meta({ id: 'NoteChange' })

function hasAtMostOneContent(body: { markdown?: string | undefined; html?: string | undefined }): boolean {
  return body.markdown === undefined || body.html === undefined
}

export const verificationRequest = z.strictObject({
  until: dateTimeText().nullable().describe('When the verification expires; null: never'),
})

export const outdatedFlag = z.strictObject({ reason: boundedText(1, 2000).describe('What is outdated') })

export const archiveChange = z.strictObject({
  archived: z.boolean({
    error: (issue) => (issue.input === undefined ? 'is required' : 'must be true or false'),
  }),
})

export const ownerChange = z
  .strictObject({ userId: noteId.optional(), groupId: noteId.optional() })
  .refine((body) => (body.userId === undefined) !== (body.groupId === undefined), {
    path: ['userId'],
    message: 'give either userId or groupId',
  })

export const audienceChange = z.strictObject({
  audience: principalNames
    .min(1, 'must name somebody')
    .nullable()
    .describe('`everyone`, `user:EMAIL`, `group:NAME`; null: same as parent, at the top level everyone'),
})

export const noteAudience = z
  .object({
    audience: z.array(z.string()).nullable().describe('Its own audience; null: inherited'),
    effectiveAudience: z.array(z.string()).describe('Who can see the note, own or inherited'),
    inheritedFrom: z
      .string()
      .optional()
      .describe('The note that the audience is inherited from, if you can see that note'),
  })
  .meta({ id: 'NoteAudience' })

/** Where a note goes, or went from. */
const notePlace = {
  parentNoteId: noteId.nullable().describe('Null: the top level'),
  position: z.int32().min(0).describe('Position among its siblings'),
  audience: principalNames.min(1, 'must name somebody').nullable().describe('Its own audience; null: inherited'),
  editors: principalNames.nullable().describe('Its own list of editors; null: inherited'),
}

export const movePreviewQuery = z.object({
  parentNoteId: noteId.optional().describe('The new parent; absent: the top level'),
})

export const noteMoveRequest = z
  .strictObject({
    parentNoteId: notePlace.parentNoteId,
    position: notePlace.position.optional().describe('Absent: after its new siblings'),
    audience: notePlace.audience
      .optional()
      .describe(
        'Its own audience there; null: inherited. Absent: as before; at the top level, the people who could see it',
      ),
    editors: notePlace.editors
      .optional()
      .describe('The same for its list of editors, among the people who can see it; `everyone`: all of them'),
  })
  .meta({ id: 'NoteMoveRequest' })

const affectedPeople = z.object({
  count: z.int().min(0),
  names: z.array(z.string()).describe('Names of the first ten'),
})

export const noteMoveEffect = z
  .object({
    audienceBefore: z.array(z.string()).describe('Who can see the note: `everyone`, `user:EMAIL`, `group:NAME`'),
    audienceAfter: z.array(z.string()).describe('Who can see it after the move'),
    gained: affectedPeople.describe('People who can see it only after the move'),
    lost: affectedPeople.describe('People who can see it only before the move'),
    noteCount: z.int().min(0).describe('Notes whose readers change: the note and the subpages that inherit from it'),
    editorsBefore: z
      .array(z.string())
      .describe('Who can edit the note, among the people who can see it; `everyone`: all of them'),
    editorsAfter: z.array(z.string()).describe('Who can edit it after the move'),
    editing: z.object({
      gained: affectedPeople.describe('People who can edit it only after the move'),
      lost: affectedPeople.describe('People who can edit it only before the move'),
    }),
  })
  .meta({ id: 'NoteMoveEffect' })

export const noteMove = noteMoveEffect
  .extend({ note, from: z.object(notePlace).describe('Where the note was; moving it there undoes the move') })
  .meta({ id: 'NoteMove' })
