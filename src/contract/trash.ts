import { z } from 'zod'
import { note } from './notes.ts'
import { boundedText } from './text.ts'

const noteLink = z.object({ id: z.string(), title: z.string() })
const noteCount = z.int().min(1).describe('Number of notes: the note and its subpages')

export const cursorQuery = z.object({
  cursor: boundedText(1, 2048).optional().describe('nextCursor of the previous page'),
})

/** What deleting a note would do. */
export const deletionPreview = z
  .object({
    noteCount,
    lockedCount: z
      .int()
      .min(0)
      .describe('How many of them you can read but not edit; they must be moved before the note can be deleted'),
    trashDays: z.int().min(0).describe('Days until the notes are deleted permanently; 0: at once'),
  })
  .meta({ id: 'DeletionPreview' })

/** A deleted note with its subpages. */
const trashedBranch = z
  .object({
    id: z.string().describe('Of this entry in the trash'),
    note: noteLink.nullable().describe('Null if you are an admin and the note is not shared with you'),
    parentNote: noteLink.nullable().describe('The note that it is restored below; null at the top level'),
    noteCount,
    deletedAt: z.string(),
    deletedBy: z
      .object({ userId: z.string(), name: z.string() })
      .nullable()
      .describe('Null for the command line and for deleted users'),
    expiresAt: z.string().describe('When it is deleted permanently'),
  })
  .meta({ id: 'TrashedBranch' })

/** 50 per page, last deleted first. */
export const trashList = z
  .object({
    branches: z.array(trashedBranch),
    trashDays: z.int().min(0).describe('Days that deleted notes stay in the trash'),
    hasNextPage: z.boolean(),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'TrashList' })

export type TrashList = z.infer<typeof trashList>

export const restoredBranch = z
  .object({
    note: note.nullable().describe('Null if you are an admin and the note is not shared with you'),
    noteCount,
  })
  .meta({ id: 'RestoredBranch' })

/** An archived note, with the number of subpages archived with it. */
const archivedBranch = z
  .object({
    note,
    parentNote: noteLink.nullable(),
    noteCount: z.int().min(1).describe('Number of archived notes: the note and its subpages that you can see'),
  })
  .meta({ id: 'ArchivedBranch' })

/** 50 per page, last archived first. */
export const archiveList = z
  .object({ branches: z.array(archivedBranch), hasNextPage: z.boolean(), nextCursor: z.string().nullable() })
  .meta({ id: 'ArchiveList' })

export type ArchiveList = z.infer<typeof archiveList>
