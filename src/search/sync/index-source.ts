import type { ChangeLogTable, DocumentRef } from './change-log.ts'
import type { ImagePorts } from './image-requests.ts'

export interface WritableIndex<Document> extends ImagePorts {
  /** Replaces the documents. */
  put(documents: Document[]): Promise<PutReply>
  hasExited(): boolean
  close(): Promise<void>
}

export interface PutReply {
  /** The size of the index. */
  bytes: number
  /** Whether anything that the index had is gone. */
  hasRemoved: boolean
}

/** Reads an index's documents from the store. */
export interface IndexSource<Document, Searcher> {
  changeLogTable: ChangeLogTable
  startIndex(): WritableIndex<Document> & Searcher
  /** Returns the next batch in the order of organization and key; empty at the end. */
  readAfter(document: DocumentRef): Promise<Document[]>
  /** Returns the changed documents; deleted ones are included without passages. */
  readChanged(changes: readonly DocumentRef[]): Promise<Document[]>
  /** Returns the number of passages in the store. */
  countPassages(): Promise<number>
}
