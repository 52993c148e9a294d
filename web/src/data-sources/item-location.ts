import type { ItemPage } from '../../../sdk/src/operations.ts'
import { decodeUriPart } from '../components/decode-uri-part.ts'

/**
 * Returns where an item is, in parts: for a connected source its address or its path at the origin, since its id is made
 * from that; for others the id that the program chose.
 */
export function itemLocation(
  { id, url }: Pick<ItemPage['items'][number], 'id' | 'url'>,
  { isConnected }: { isConnected: boolean },
): string[] {
  if (!isConnected) return id.split('/')
  const parts = url
    .replace(/^[a-z][a-z\d+.-]*:\/*/i, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decodeUriPart)
  return parts.length > 0 ? parts : [id]
}
