import type { CustomContent } from '../../contract/custom-content.ts'
import { customContent } from '../../contract/custom-content.ts'
import { withoutTrailingSlashes } from '../../trailing-slashes.ts'
import { type ImportTarget, type PageToWrite, pageIdFromPath } from './import-target.ts'

/** The members that local and remote data source targets share. */
export function dataSourceTargetBase(
  rootId: string,
  urlBase: string | undefined,
): Pick<ImportTarget, 'hasTree' | 'idOf' | 'validateId' | 'linkTo'> {
  return {
    hasTree: false,
    idOf: (path, chosen) => chosen ?? pageIdFromPath(`root ${rootId}`, path),
    validateId(id) {
      const result = customContent.shape.id.safeParse(id)
      return result.success ? undefined : `has the id "${id}", which ${result.error.issues[0]?.message}`
    },
    linkTo: ({ file, url }) => url ?? (urlBase === undefined ? undefined : itemUrl(file, urlBase)),
  }
}

/** Returns the path alone if there is no base, so that the item still names its file. */
function itemUrl(path: string, urlBase: string | undefined): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return urlBase === undefined ? encoded : `${withoutTrailingSlashes(urlBase)}/${encoded}`
}

export function toCustomContent(
  page: PageToWrite,
  rootId: string,
  urlBase: string | undefined,
  updatedAt: Date,
): CustomContent {
  const content = {
    rootId,
    id: page.id,
    title: page.title,
    content: page.content,
    type: page.type,
    updatedAt: updatedAt.toISOString(),
    url: page.url ?? itemUrl(page.file, urlBase),
  }
  const result = customContent.safeParse(content)
  if (result.success) return result.data
  throw new Error(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '))
}
