import { splitHeadingPath } from '../../content/indexing/heading-path.ts'
import { buildPassageText } from '../../ingest/passage-text.ts'
import type { Reader } from '../../models/reader.ts'
import { claimTerms, coveredShare, type EvidenceUnit, readUnits } from './evidence.ts'
import { passesExactChecks } from './exact-checks.ts'
import { contradictsByNegation } from './polarity.ts'
import { isReadAsSupported } from './read-support.ts'
import { splitStatement, statementText } from './statement.ts'

/** Returns the cited passages that support a statement, best first; none if they don't. */
export type SupportJudge = <P extends JudgedPassage>(statement: string, cited: readonly P[]) => Promise<P[]>

export interface JudgedPassage {
  heading: string
  body: string
  document: { title: string; path?: readonly string[] }
}

/** Of many cited passages, the ones that share the most words with the statement are judged. */
const maxJudgedPassages = 3
/** Share of a statement's terms that a passage must contain to be judged, and to be a source beside another. */
const minCoverage = { judged: 0.2, besideAnother: 0.35 }
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
  signal,
  onReaderFailure,
}: {
  reader: Reader | undefined
  /** Its figures and names need no evidence; '' without one. */
  question: string
  language: string
  signal: AbortSignal
  onReaderFailure: (error: unknown) => void
}): SupportJudge {
  const evidenceByPassage = new Map<JudgedPassage, PassageEvidence>()
  let usableReader = reader?.language === language ? reader : undefined

  const evidenceOf = (passage: JudgedPassage): PassageEvidence => {
    const evidence = evidenceByPassage.get(passage) ?? readEvidence(passage, language)
    evidenceByPassage.set(passage, evidence)
    return evidence
  }

  async function isSupported(statement: string, evidence: PassageEvidence): Promise<boolean> {
    if (!passesExactChecks(statement, evidence, { question, language })) return false
    if (usableReader) {
      try {
        const { units, readerContext } = evidence
        return await isReadAsSupported(usableReader, statement, { units, context: readerContext, language }, signal)
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
    const statement = statementText(draft)
    const sentences = splitStatement(statement)
    const terms = claimTerms(statement, language)
    const candidates = [...new Set(cited)]
      .map((passage) => ({ passage, coverage: coveredShare(terms, evidenceOf(passage).terms) }))
      .filter(({ coverage }) => coverage >= minCoverage.judged)
      .sort((a, b) => b.coverage - a.coverage)
      .slice(0, maxJudgedPassages)
    const supporting: (typeof cited)[number][] = []
    for (const { passage } of candidates) {
      if (await areAllSupported(sentences, evidenceOf(passage))) supporting.push(passage)
    }
    if (supporting.length > 0 || candidates.length < 2) return supporting
    // A sentence that combines passages is supported by them together.
    const together = joinEvidence(candidates.map(({ passage }) => evidenceOf(passage)))
    if (!(await areAllSupported(sentences, together))) return []
    return candidates.filter(({ coverage }) => coverage >= minCoverage.besideAnother).map(({ passage }) => passage)
  }
}

interface PassageEvidence {
  units: readonly EvidenceUnit[]
  /** Path, title and headings. */
  context: string
  /** As much of the context as the reader takes. */
  readerContext: string
  /** Terms of all units and of the context. */
  terms: ReadonlySet<string>
  /** Whether it supports the statements that were judged by it so far. */
  verdicts: Map<string, boolean>
}

function readEvidence({ heading, body, document }: JudgedPassage, language: string): PassageEvidence {
  const headingPath = splitHeadingPath(heading)
  const context = [...(document.path ?? []), document.title, ...headingPath].join('\n')
  const units = readUnits(body, language)
  return {
    units,
    context,
    readerContext: buildPassageText({ title: document.title, headingPath, text: '', language }).context,
    terms: new Set([...claimTerms(context, language), ...units.flatMap((unit) => [...unit.terms])]),
    verdicts: new Map(),
  }
}

function joinEvidence(parts: readonly PassageEvidence[]): PassageEvidence {
  return {
    units: parts.flatMap(({ units }) => units),
    context: parts.map(({ context }) => context).join('\n'),
    readerContext: parts[0]?.readerContext ?? '',
    terms: new Set(parts.flatMap(({ terms }) => [...terms])),
    verdicts: new Map(),
  }
}
