import { z } from 'zod'
import { skippedPart } from './files.ts'

/** The fields of an upload beside the file itself: none. */
export const attachmentFields = z.strictObject({})

/** A file attached to a note. Anyone who can see the note can see it. */
export const attachment = z
  .object({
    id: z.string(),
    noteId: z.string(),
    name: z.string().describe('Name of the file, without folders'),
    mediaType: z
      .string()
      .describe('By content: `application/pdf`, an image type, or `application/octet-stream` for anything else'),
    sizeBytes: z.int().min(1),
    url: z.string().describe('Address for browsers; it stays the same when the note is moved'),
    createdAt: z.string(),
    isRead: z.boolean().describe('Its text is found by search and answers'),
    skipped: z.array(skippedPart).describe('Parts that could not be read, or the file itself, each with its reason'),
  })
  .meta({ id: 'Attachment' })

export type AttachmentBody = z.infer<typeof attachment>

export const attachmentList = z
  .object({ attachments: z.array(attachment).describe('In the order in which they were added') })
  .meta({ id: 'AttachmentList' })
