import type { z } from 'zod'
import type { OriginReaders } from '../access/origin-audiences.ts'
import type { GuardedFetch } from '../net/guarded-fetch.ts'

export type { OriginReaders } from '../access/origin-audiences.ts'

/** Reads one kind of origin: a folder, a Git repository, a web site. One folder per kind below connectors/. */
export interface Connector<Settings extends object = object> {
  /** Lower case, stable: stored with each connection. */
  kind: string
  /** Name in the gallery: "Git repository". */
  name: string
  /** One sentence for the gallery. */
  description: string
  /** Describes every field with `.describe()`, and `.meta({ title })` as its label: the form in the app derives from it. */
  settings: z.ZodType<Settings>
  /** Settings that are stored encrypted and never shown again. */
  secrets: readonly (keyof Settings & string)[]
  connect(settings: Settings, deps: ConnectorDeps): Promise<OriginReader>
  /** Notices changes between scheduled runs, for origins without secrets. Rejects if this one cannot be watched. */
  watch?(settings: Settings, deps: WatchDeps): Promise<OriginWatch>
}

/** A connector of any kind. Its settings are checked by its own schema before it gets them. */
export interface AnyConnector extends Omit<Connector, 'secrets'> {
  secrets: readonly string[]
}

export interface ConnectorDeps {
  /** Requests within the operator's network rules (SYNC_ALLOW). */
  fetch: GuardedFetch
  /** Returns the addresses of a host by the same rules, for other protocols than HTTP; rejects if one is not permitted. */
  addressesFor: (hostname: string, port: number) => Promise<readonly string[]>
  /** Folders of this machine that the operator opens to connections (SYNC_FOLDERS). */
  allowedFolders: readonly string[]
  /** Larger files are listed and skipped. */
  maxFileBytes: number
  /** Folder of this connection for clones and caches; empty at first, kept between runs where possible. */
  cacheDirectory: string
  /** Aborts when the run is cancelled, times out or the service stops. */
  signal: AbortSignal
  now: () => Date
}

export interface WatchDeps extends Pick<ConnectorDeps, 'allowedFolders'> {
  /** Called for the first change, and again only after `refresh`. */
  onChange: () => void
  /** Called if the origin cannot be watched any longer. */
  onError: (error: Error) => void
}

export interface OriginWatch {
  /** Prepares to report the next change; called before a run lists the origin, so that none is missed in between. */
  refresh(): Promise<void>
  close(): void
}

/** An open origin. */
export interface OriginReader {
  /**
   * Lists changes since `cursor`; everything without one. After an interruption it is the one of the last checkpoint, else
   * that of the last `end`. Ends with an `end`: if `isComplete`, all items of the origin were listed, before a checkpoint or
   * after it, and others are removed from the data source.
   */
  changes(cursor: string | undefined): AsyncIterable<OriginChange>
  close(): Promise<void>
}

export type OriginChange =
  | OriginItem
  | { kind: 'removed'; id: string }
  | UnavailableItem
  /** Everything before it may be skipped after an interruption. */
  | { kind: 'checkpoint'; cursor: string }
  | OriginEnd

/** Cannot be read now, nor its version: what is stored of it stays. Without anything stored it has no effect. */
export interface UnavailableItem {
  kind: 'unavailable'
  id: string
  /** Is shown to admins. */
  reason: string
  /** Others can be missing from the listing because of it: while it is stored, removals wait for an admin. */
  mayHideOthers?: true
}

export interface OriginEnd {
  kind: 'end'
  isComplete: boolean
  /** Without one, the next run lists everything. Dropped while items are unread or removals on hold. */
  cursor?: string
  /** The next run lists everything with this cursor, too: it is never dropped. */
  cursorListsEverything?: true
  /** Says to admins why a listing is not complete. */
  warning?: string
}

export interface OriginItem {
  kind: 'item'
  /** Stable within the origin, at most 1,024 characters. */
  id: string
  /** Changes whenever title, content, address, date or readers do. Equal to the stored one: nothing is read. */
  version: string
  title: string
  url: string
  updatedAt: Date
  /** Absent: the readers of the data source. Present: only those of them that are listed here. */
  readers?: OriginReaders
  /** An error ends the run, which is tried again. */
  read(): Promise<OriginContent>
}

export type OriginContent =
  | { type: 'markdown' | 'html'; content: string }
  | { type: 'file'; name: string; bytes: Uint8Array }
  /** Has no text that could be stored, until its version changes; what is stored of it is removed. The reason is shown. */
  | { type: 'skipped'; reason: string }
  /** Cannot be read now: removed since it was listed, or failing alone. What is stored stays; the next run reads it again. */
  | { type: 'unavailable'; reason: string }

/** Says in one sentence for admins why an origin cannot be read, and what to do. */
export class OriginError extends Error {
  override readonly name = 'OriginError'
  /** Wait at least this long before the next try, as the origin asks. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, options: ErrorOptions & { retryAfterMs?: number } = {}) {
    super(message, options)
    this.retryAfterMs = options.retryAfterMs
  }
}
