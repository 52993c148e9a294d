import type { Reader } from '../../models/reader.ts'
import { claimTerms } from './claim-terms.ts'
import { alignValues, hasConflictingValues } from './equal-values.ts'
import { coveredShare } from './evidence.ts'
import { passesExactChecks } from './exact-checks.ts'
import { type JudgedPassage, joinEvidence, type PassageEvidence, readEvidence } from './passage-evidence.ts'
import { contradictsByNegation } from './polarity.ts'
import { isReadAsSupported } from './read-support.ts'
import { selectPassages } from './select-passages.ts'
import { splitStatement, statementText } from './statement.ts'
import type { TranslateStatement } from './translate-statement.ts'

/**
 * Returns the cited passages that support a statement, best first; none if they don't. The one that shares the most with
 * it is judged, with others that have what it lacks: if any passage could support it, a false one had many chances.
 */
export type SupportJudge = <P extends JudgedPassage>(statement: string, cited: readonly P[]) => Promise<P[]>

/** Share of a statement's terms that its evidence must contain to be judged. */
const minJudgedCoverage = 0.2
/** Without the reader: share of the terms that the evidence must contain. */
const minCoverageWithoutReader = 0.7

/**
 * Judges the statements of one answer. Figures, names and literals must occur in a cited passage; whether it says what
 * the statement says is for the reader. Without the reader, or in a language that it doesn't know, shared words decide.
 */
export function createSupportJudge({
  reader,
  question,
  language,
  translate,
  signal,
  onReaderFailure,
}: {
  reader: Reader | undefined
  /** Its figures and names need no evidence; '' without one. */
  question: string
  language: string
  /** Translates into the reader's language. With it, passages in that language also support statements in another one. */
  translate?: TranslateStatement | undefined
  signal: AbortSignal
  onReaderFailure: (error: unknown) => void
}): SupportJudge {
  const readerLanguage = reader?.language
  const judgeTranslated =
    translate && readerLanguage && readerLanguage !== language
      ? createSupportJudge({ reader, question, language: readerLanguage, signal, onReaderFailure })
      : undefined
  const evidenceByPassage = new Map<JudgedPassage, PassageEvidence>()
  let usableReader = reader?.language === language ? reader : undefined

  const evidenceOf = (passage: JudgedPassage): PassageEvidence => {
    const evidence = evidenceByPassage.get(passage) ?? readEvidence(passage, language)
    evidenceByPassage.set(passage, evidence)
    return evidence
  }

  async function isSupported(draft: string, evidence: PassageEvidence): Promise<boolean> {
    const text = [evidence.context, ...evidence.units.map((unit) => unit.text), question].join('\n')
    if (hasConflictingValues(draft, text, language)) return false
    const statement = alignValues(draft, text, language)
    if (!passesExactChecks(statement, evidence, { question, language })) return false
    if (usableReader) {
      try {
        const { units, readerContext } = evidence
        const read = { units, context: readerContext, question, language }
        return await isReadAsSupported(usableReader, statement, read, signal)
      } catch (error) {
        signal.throwIfAborted()
        onReaderFailure(error)
        usableReader = undefined
      }
    }
    const terms = claimTerms(statement, language)
    return (
      coveredShare(terms, evidence.terms) >= minCoverageWithoutReader &&
      !contradictsByNegation(statement, terms, evidence.units)
    )
  }

  /** A true sentence must not carry a false one along. A sentence is judged once by each evidence. */
  async function areAllSupported(statements: readonly string[], evidence: PassageEvidence): Promise<boolean> {
    for (const statement of statements) {
      const isKept = evidence.verdicts.get(statement) ?? (await isSupported(statement, evidence))
      evidence.verdicts.set(statement, isKept)
      if (!isKept) return false
    }
    return true
  }

  return async (draft, cited) => {
    const own = await judge(draft, cited)
    if (own.length > 0 || !translate || !judgeTranslated) return own
    const foreign = cited.filter(({ document }) => document.language === readerLanguage)
    const translation = foreign.length > 0 ? await translate(statementText(draft)) : undefined
    return translation === undefined ? [] : judgeTranslated(translation, foreign)
  }

  async function judge<P extends JudgedPassage>(draft: string, cited: readonly P[]): Promise<P[]> {
    const statement = statementText(draft)
    const sentences = splitStatement(statement)
    const terms = claimTerms(statement, language)
    const { combined, alternatives } = selectPassages(statement, [...new Set(cited)], { evidenceOf, language })
    const supporting: P[] = []
    for (const group of [combined, ...alternatives.map((passage) => [passage])]) {
      const evidence = group.length === 1 ? evidenceOf(group[0]!) : joinEvidence(group.map(evidenceOf))
      if (coveredShare(terms, evidence.terms) < minJudgedCoverage) continue
      if (await areAllSupported(sentences, evidence)) supporting.push(...group)
    }
    return supporting
  }
}
