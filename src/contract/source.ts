import { z } from 'zod'

/** A document that an answer cites or a list contains (docs/specification.md, 2.2). */
export const source = z
  .object({
    id: z.string().describe('Id of the note'),
    title: z.string().describe('Title of the note'),
    url: z.string().describe('Address of the note'),
    updatedAt: z.string().describe('Date of last update'),
    explanation: z.string().optional().describe('The passage that supports the answer, as plain text'),
  })
  .meta({ id: 'Source' })

export type Source = z.infer<typeof source>
