import { abortable, withAbort } from './abortable.ts'
import type { ConnectionKey } from './connection-store.ts'
import { type AnyConnector, OriginError, type OriginItem } from './connector.ts'
import type { OriginOpener } from './origin-opener.ts'

const maxItems = 10
const timeoutMs = 60_000

export interface OriginTrial {
  ok: boolean
  message: string | null
  items: { id: string; title: string; url: string; updatedAt: string; readers: string[] | null }[]
}

/** Connects to an origin and lists its first items, without storing anything. */
export async function tryOrigin(
  opener: OriginOpener,
  connector: AnyConnector,
  key: ConnectionKey,
  settings: object,
): Promise<OriginTrial> {
  const controller = new AbortController()
  const options = { signal: controller.signal, stallMs: timeoutMs }
  const timer = setTimeout(() => controller.abort(new OriginError('The origin took longer than a minute.')), timeoutMs)
  const items: OriginTrial['items'] = []
  try {
    const reader = await withAbort(() => opener.open(connector, key, settings, options), options)
    try {
      for await (const change of abortable(reader.changes(undefined), options)) {
        if (change.kind === 'item') items.push(presentItem(change))
        if (change.kind === 'end' || items.length >= maxItems) break
      }
    } finally {
      await reader.close().catch(() => {})
    }
    return { ok: true, message: null, items }
  } catch (error) {
    // Other errors can name addresses and files of the server.
    const message = error instanceof OriginError ? error.message : 'The origin cannot be read with these settings.'
    return { ok: false, message, items }
  } finally {
    clearTimeout(timer)
    controller.abort()
    await opener.removeCache(key)
  }
}

function presentItem({ id, title, url, updatedAt, readers }: OriginItem): OriginTrial['items'][number] {
  const names = readers && [
    ...readers.emails.map((email) => `user:${email}`),
    ...readers.groups.map((group) => `group:${group}`),
  ]
  return { id, title, url, updatedAt: updatedAt.toISOString(), readers: names ?? null }
}
