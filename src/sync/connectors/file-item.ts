import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import type { OriginContent } from '../connector.ts'

const maxIdLength = 256

/** Returns the id of a file: its path, shortened with a hash if it is too long for an id. */
export function idFromPath(path: string): string {
  if (path.length <= maxIdLength) return path
  return `${path.slice(0, maxIdLength - 65)}#${createHash('sha256').update(path).digest('hex')}`
}

/** Returns a version that changes with any of its parts. */
export function versionOf(...parts: readonly (string | number | undefined)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

/** Returns the name of a file without extension; the text itself may give a better title when it is read. */
export function titleFromPath(path: string): string {
  const name = posix.basename(path)
  return name.replace(/\.[a-z0-9]{1,8}$/i, '') || name
}

/** Returns bytes as content: Markdown and HTML as text, anything else as a file. */
export function fileContent(path: string, bytes: Uint8Array): OriginContent {
  const name = posix.basename(path)
  const extension = posix.extname(name).toLowerCase()
  if (/^\.(md|mdx|markdown)$/.test(extension)) return { type: 'markdown', content: decode(bytes) }
  if (/^\.x?html?$/.test(extension)) return { type: 'html', content: decode(bytes) }
  return { type: 'file', name, bytes }
}

/** Percent-encodes the parts of a path for a URL. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

export function tooLarge(maxBytes: number): OriginContent {
  return { type: 'skipped', reason: `larger than ${Math.floor(maxBytes / 1024 / 1024)} MB` }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes)
}
