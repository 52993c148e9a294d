import { z } from 'zod'
import { source } from './source.ts'
import { boundedText, dateTimeText, integerText, maxPage, slugId, storableText, urlText } from './text.ts'

const rootId = boundedText(1, 256).describe('Root id of the data source, which is created in the app')
const id = slugId().describe('Unique id of the object, scoped to rootId')

/** Custom content: all seven fields, no others (docs/specification.md, 2.1). */
export const customContent = z
  .strictObject({
    rootId,
    id,
    title: boundedText(1, 1024).describe('Title of the object'),
    content: storableText().describe('Content of the object'),
    type: z
      .enum(['markdown', 'html'], {
        error: (issue) => (issue.input === undefined ? 'is required' : 'must be "markdown" or "html"'),
      })
      .describe('Format of content'),
    updatedAt: dateTimeText().describe('Last update date; decides the freshness of the object'),
    url: urlText(2048).describe('Address used to redirect to the proper page'),
  })
  .meta({ id: 'CustomContent' })

export type CustomContent = z.infer<typeof customContent>

/** Identifies an item to delete (docs/specification.md, 4.3). */
export const customContentKey = z.strictObject({ rootId, id })

/** Query of a list (docs/specification.md, 4.4). */
export const listQuery = z.object({
  rootId,
  page: integerText(0, maxPage).default(0).describe('Zero-based; default 0'),
  hitsPerPage: integerText(1, 100).default(20).describe('Default 20'),
})

/** A page of a list (docs/specification.md, 2.4). */
export const listResult = z
  .object({
    nbPages: z.int().min(0).describe('Total number of pages'),
    page: z.int().min(0).describe('Current page, zero-based'),
    hits: z.array(source).describe('Items of this page'),
  })
  .meta({ id: 'ListResult' })

/** Result of a deletion (docs/specification.md, 2.5). */
export const deleteResult = z.object({ ok: z.boolean() }).meta({ id: 'DeleteResult' })
