import type { PlannedSection, ResearchProgress } from '../contract/research.ts'
import type { Source } from '../contract/source.ts'

/** Receives the answer as it is produced. */
export interface AnswerListener {
  /** Aborted when the caller disconnects. */
  signal?: AbortSignal
  /** Called before the answer with the standalone question, if the question is a follow-up. */
  onStandaloneQuestion?(question: string): void
  /** Called once for a report. */
  onPlan?(sections: readonly PlannedSection[]): void
  onProgress?(progress: ResearchProgress): void
  onSource?(source: Source, number: number): void
  onDelta?(text: string): void
  /** Called with the summary of a report, which stands above all other text. */
  onSummary?(text: string): void
  /** Called with the keys of documents that the answer takes words from without citing them. */
  onUncitedDocuments?(documentKeys: readonly number[]): void
}
