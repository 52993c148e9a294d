import type { HydratedPassage } from '../../search/hydrate-passages.ts'
import { isAbsenceStatement, isUnknownStatement, splitAtContrast } from './absence-statements.ts'

/** Returns the passages that support a statement, given the numbers that it cites. */
export type FindSupport = (statement: string, numbers: readonly number[]) => Promise<HydratedPassage[]>

/** Verifies the statements of a draft as they read without their form. */
export function createStatementSupport({
  findSupport,
  canStayUncited,
  onGap,
}: {
  findSupport: FindSupport
  /** Decides about statements that the notes don't say something. */
  canStayUncited: (text: string) => boolean
  /** Called for a sentence that says that the notes don't say something. */
  onGap: () => void
}) {
  const supportOf = (markdown: string, numbers: readonly number[]) => findSupport(plainText(markdown), numbers)

  return {
    /** Returns the passages that support a row, read with the names of its columns. */
    ofRow(
      header: readonly string[],
      values: readonly string[],
      numbers: readonly number[],
    ): Promise<HydratedPassage[]> {
      const named = values.map((value, column) => value && (header[column] ? `${header[column]}: ${value}` : value))
      return supportOf(named.filter(Boolean).join('; '), numbers)
    },
    /**
     * Returns the passages behind a sentence; none for one that only says what the notes don't; undefined if it falls.
     * `completed`: the words before it that it completes, and the numbers that hold for both.
     */
    async ofSentence(
      text: string,
      numbers: readonly number[],
      completed: { words: readonly string[]; numbers: readonly number[] },
    ): Promise<HydratedPassage[] | undefined> {
      const isUncited = numbers.length === 0
      if (!(isUncited && isAbsenceStatement(text))) {
        const passages = await supportOf([...completed.words, text].join(' '), completed.numbers)
        if (passages.length > 0) return passages
      }
      const isGap = (clause: string) => isAbsenceStatement(clause) || (isUncited && isUnknownStatement(clause))
      if (!isGap(text)) return undefined
      onGap()
      const clauses = splitAtContrast(text)
      if (!clauses.filter(isGap).every(canStayUncited)) return undefined
      const claims = clauses.filter((clause) => !isGap(clause))
      if (claims.length === 0) return []
      const passages = await supportOf(claims.join(' '), numbers)
      return passages.length > 0 ? passages : undefined
    },
  }
}

/** Returns the words of a statement without emphasis and code marks. */
function plainText(markdown: string): string {
  return markdown.replace(/\*\*|`|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)/g, '')
}
