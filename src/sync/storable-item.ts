import { createHash } from 'node:crypto'
import type { Item } from '../content/sources/item-writer.ts'
import { customContent } from '../contract/custom-content.ts'
import { defaultReadLimits, type FileText, unreadableMessages } from '../files/file-text.ts'
import type { OriginItem } from './connector.ts'

const maxIdLength = 1024
const fields = customContent.pick({ title: true, content: true, type: true, updatedAt: true, url: true })

/** Returns the item as it can be stored, or the reason why it cannot: the rules are those of the API. */
export function toStorableItem(
  item: OriginItem,
  text: Pick<FileText, 'type' | 'content' | 'title'>,
): Omit<Item, 'id'> | { problem: string } {
  const content = toStorableText(text.content)
  if (content.length > defaultReadLimits.textLength) return { problem: unreadableMessages['too-large'] }
  const title = [text.title, item.title, item.id].map((one) => toStorableText(one ?? '').trim()).find(Boolean) ?? ''
  const date = item.updatedAt
  const checked = fields.safeParse({
    title: title.slice(0, 1024).toWellFormed(),
    content,
    type: text.type,
    updatedAt: Number.isNaN(date.getTime()) ? '' : date.toISOString(),
    url: toStorableText(item.url),
  })
  if (checked.success) return { ...checked.data, updatedAt: date }
  return { problem: checked.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ') }
}

/** Returns an id of the origin in a form that the database stores and that is as unique. */
export function toStorableId(id: string): string {
  const storable = toStorableText(id)
  if (storable === id && id.length <= maxIdLength && id !== '') return id
  const hash = createHash('sha256').update(JSON.stringify(id)).digest('base64url')
  return `${storable.slice(0, maxIdLength - 64).toWellFormed()} ${hash}`
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
export function toStorableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
