import type { DocumentWriteDeps } from '../indexing/write-document.ts'

export interface NoteDeps extends DocumentWriteDeps {
  now: () => Date
  /** Versions kept of each note. */
  maxVersions: number
  /** Called inside the transaction that brings passages back into use, possibly without vectors of the current model. */
  onEmbeddingsPending?: () => void
}
