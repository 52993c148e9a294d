import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createAddressGuard } from '../../src/net/address-guard.ts'
import { createGuardedFetch } from '../../src/net/guarded-fetch.ts'
import type { ConnectorDeps, OriginChange, OriginContent, OriginItem, OriginReader } from '../../src/sync/connector.ts'

/** Creates what connectors work with: real network rules that open only the given `host:port` pairs. */
export async function connectorDeps({
  allow = [],
  ...given
}: { allow?: readonly string[] } & Partial<ConnectorDeps> = {}): Promise<ConnectorDeps> {
  const guard = createAddressGuard({ allow, allowSetting: 'SYNC_ALLOW' })
  return {
    fetch: createGuardedFetch({ guard, timeoutMs: 60_000, maxResponseBytes: 16 * 1024 * 1024 }),
    addressesFor: (hostname, port) => guard.addressesFor(hostname, String(port), 'tcp:'),
    allowedFolders: [],
    maxFileBytes: 1024 * 1024,
    cacheDirectory: await temporaryFolder(),
    signal: new AbortController().signal,
    now: () => new Date('2026-11-16T12:00:00Z'),
    ...given,
  }
}

/** Creates a folder that is removed with the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lorewell-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export interface Listed {
  items: Map<string, OriginItem>
  /** Text of each item, or why it is skipped. */
  texts: Record<string, string>
  removed: string[]
  unavailable: Omit<Extract<OriginChange, { kind: 'unavailable' }>, 'kind'>[]
  checkpoints: string[]
  isComplete: boolean
  warning: string | undefined
  cursor: string | undefined
}

/** Lists all changes of an origin and reads every item. */
export async function listChanges(reader: OriginReader, cursor?: string): Promise<Listed> {
  const listed: Listed = {
    items: new Map(),
    texts: {},
    removed: [],
    unavailable: [],
    checkpoints: [],
    isComplete: false,
    warning: undefined,
    cursor: undefined,
  }
  let hasEnded = false
  for await (const change of reader.changes(cursor)) {
    if (hasEnded) throw new Error('a change follows the end')
    hasEnded = await record(listed, change)
  }
  if (!hasEnded) throw new Error('the list has no end')
  return listed
}

async function record(listed: Listed, change: OriginChange): Promise<boolean> {
  if (change.kind === 'item') {
    if (listed.items.has(change.id)) throw new Error(`${change.id} is listed twice`)
    listed.items.set(change.id, change)
    listed.texts[change.id] = textOf(await change.read())
  } else if (change.kind === 'removed') listed.removed.push(change.id)
  else if (change.kind === 'unavailable') {
    const { kind: _, ...unavailable } = change
    listed.unavailable.push(unavailable)
  } else if (change.kind === 'checkpoint') listed.checkpoints.push(change.cursor)
  else {
    listed.isComplete = change.isComplete
    listed.warning = change.warning
    listed.cursor = change.cursor
    return true
  }
  return false
}

export function textOf(content: OriginContent): string {
  if ('reason' in content) return `${content.type}: ${content.reason}`
  return content.type === 'file' ? Buffer.from(content.bytes).toString('utf8') : content.content
}
