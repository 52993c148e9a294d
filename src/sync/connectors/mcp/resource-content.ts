import { posix } from 'node:path'
import type { ReadResourceResult } from '@modelcontextprotocol/client'
import type { OriginContent } from '../../connector.ts'
import { fileContent, tooLarge } from '../file-item.ts'

export interface ListedResource {
  uri: string
  name: string
  mimeType?: string | undefined
}

/** Kinds of text that look alike; the reader recognizes other formats by their bytes. */
const textExtensions: Record<string, string> = {
  'text/markdown': '.md',
  'text/x-markdown': '.md',
  'text/html': '.html',
  'application/xhtml+xml': '.html',
  'text/csv': '.csv',
  'text/tab-separated-values': '.tsv',
  'message/rfc822': '.eml',
  'application/mbox': '.mbox',
  'application/x-ipynb+json': '.ipynb',
}

/** Returns what a server sent for a resource, as text or as a file. Several texts become one. */
export function resourceContent(
  resource: ListedResource,
  { contents }: Pick<ReadResourceResult, 'contents'>,
  maxFileBytes: number,
): OriginContent {
  const [first, ...others] = contents
  if (!first) return { type: 'skipped', reason: 'The server sent no content.' }
  const texts = contents.flatMap((part) => ('text' in part ? [part.text] : []))
  if (others.length > 0 && texts.length < contents.length)
    return { type: 'skipped', reason: 'It consists of several files.' }
  const bytes = 'blob' in first ? Buffer.from(first.blob, 'base64') : Buffer.from(texts.join('\n\n'))
  if (bytes.length > maxFileBytes) return tooLarge(maxFileBytes)
  return fileContent(fileNameOf(resource, first.mimeType ?? resource.mimeType), bytes)
}

/** Returns a name whose extension says which kind of text it is: that of the media type, or its own. */
function fileNameOf({ uri, name }: ListedResource, mimeType = ''): string {
  const path = URL.canParse(uri) ? new URL(uri).pathname : uri
  const own = [path, name].map((one) => posix.basename(one)).find((one) => /\.[a-z0-9]{1,8}$/i.test(one))
  const extension = textExtensions[mimeType.split(';')[0]?.trim().toLowerCase() ?? '']
  return extension ? `resource${extension}` : (own ?? 'resource.txt')
}
