import type { DocumentWriteDeps } from '../indexing/write-document.ts'

export interface NoteDeps extends DocumentWriteDeps {
  now: () => Date
  /** Versions kept of each note. */
  maxVersions: number
  /** Days that deleted notes stay in the trash; 0 deletes them at once. */
  trashDays: number
  newId: () => string
  /** Called inside the transaction that brings passages back into use, possibly without vectors of the current model. */
  onEmbeddingsPending?: () => void
}
