import { z } from 'zod'
import { principalNames } from './people.ts'
import { integerText, maxPage, nameText, slugId, storableText } from './text.ts'

/** A data source. `readers` and `writers` are `everyone`, `user:EMAIL` or `group:NAME`. */
export const dataSource = z
  .object({
    id: z.string().describe('The rootId to index under'),
    name: z.string(),
    readers: z.array(z.string()).describe('Who can find its items'),
    writers: z.array(z.string()).describe('Who can index and delete items'),
    itemCount: z.int().min(0),
    lastIndexedAt: z.string().nullable(),
    createdAt: z.string(),
    mayRead: z.boolean().describe('Admins also manage data sources that they cannot read'),
    mayWrite: z.boolean(),
  })
  .meta({ id: 'DataSource' })

export type DataSourceBody = z.infer<typeof dataSource>

export const dataSourceList = z.object({ dataSources: z.array(dataSource) }).meta({ id: 'DataSourceList' })

export const newDataSource = z
  .strictObject({
    id: slugId().optional().describe('Absent: generated'),
    name: nameText(),
    readers: principalNames.min(1, 'must name somebody').describe('everyone, user:EMAIL, group:NAME'),
    writers: principalNames.describe('everyone, user:EMAIL, group:NAME'),
  })
  .meta({ id: 'NewDataSource' })

export const dataSourceChange = z
  .strictObject({
    name: nameText().optional(),
    readers: principalNames.min(1, 'must name somebody').optional(),
    writers: principalNames.optional(),
  })
  .meta({ id: 'DataSourceChange' })

export const itemQuery = z.object({
  query: storableText().max(200, 'must have at most 200 characters').default('').describe('Part of the title'),
  page: integerText(0, maxPage).default(0),
  hitsPerPage: integerText(1, 100).default(50),
})

export const itemPage = z
  .object({
    total: z.int().min(0),
    page: z.int().min(0),
    nbPages: z.int().min(0),
    items: z.array(
      z.object({
        id: z.string(),
        documentId: z.string().describe('Id for /documents/{id}'),
        title: z.string(),
        url: z.string(),
        updatedAt: z.string(),
        indexedAt: z.string(),
      }),
    ),
  })
  .meta({ id: 'ItemPage' })
