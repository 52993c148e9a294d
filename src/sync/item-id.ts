import { createHash } from 'node:crypto'

/**
 * Returns the id of an item in its data source, which the API limits to letters, digits, hyphens and underscores. An id of
 * the origin that has others, such as a path, keeps its readable part and gets a hash.
 */
export function toItemId(originId: string): string {
  if (/^[A-Za-z0-9_-]{1,200}$/.test(originId) && !/--[A-Za-z0-9_-]{16}$/.test(originId)) return originId
  const readable = originId
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const hash = createHash('sha256').update(originId).digest('base64url').slice(0, 16)
  return `${readable.slice(-160).replace(/^-+/, '')}--${hash}`.replace(/^--/, '')
}
