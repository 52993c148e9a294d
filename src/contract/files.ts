import { z } from 'zod'
import { source } from './source.ts'
import { boundedText, dateTimeText, slugId, urlText } from './text.ts'

const rootId = boundedText(1, 256).describe('Root id of the data source, which is created in the app')
const id = slugId().describe('Unique id of the item, scoped to rootId')

/** The fields of an upload beside the file itself. */
export const fileFields = z.strictObject({
  rootId,
  id,
  title: boundedText(1, 1024).optional().describe('Default: the title that the file itself gives, or its name'),
  url: urlText(2048).optional().describe('Address of the original; default: the service stores the file and serves it'),
  updatedAt: dateTimeText()
    .optional()
    .describe('Last update date; default: the date that the file itself gives, or the current time'),
})

export type FileFields = z.infer<typeof fileFields>

export const skippedPart = z
  .object({
    name: z.string().describe('Path of the part within the file, such as an attachment'),
    reason: z
      .enum(['unsupported', 'encrypted', 'no-text', 'damaged', 'too-large', 'too-deep', 'timeout', 'memory', 'empty'])
      .describe('Why its text is missing'),
    message: z.string().describe('The reason as a sentence'),
  })
  .meta({ id: 'SkippedPart' })

export const indexedFile = z
  .object({ source, skipped: z.array(skippedPart).describe('Parts of the file that could not be read') })
  .meta({ id: 'IndexedFile' })

export type IndexedFile = z.infer<typeof indexedFile>

export const filePath = z.object({ rootId, id: boundedText(1, 256) })
