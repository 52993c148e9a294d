import { withoutEndMark } from '../../ingest/sentence-end.ts'

/** Returns a question, or its beginning, in one line and without the mark at its end. */
export function questionLine(question: string, maxLength?: number): string {
  return withoutEndMark(question.trim().replace(/\s+/g, ' ').slice(0, maxLength))
}
