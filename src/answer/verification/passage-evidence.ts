import { splitHeadingPath } from '../../content/indexing/heading-path.ts'
import { buildPassageText } from '../../ingest/passage-text.ts'
import { claimTerms } from './claim-terms.ts'
import { type EvidenceUnit, readUnits } from './evidence.ts'

export interface JudgedPassage {
  heading: string
  body: string
  document: { title: string; path?: readonly string[]; sourceName?: string | undefined; language?: string }
}

/** A passage, or several together, as statements are judged by it. */
export interface PassageEvidence {
  units: readonly EvidenceUnit[]
  /** Name of the source, path, title and headings: what the prompt tells about a passage. */
  context: string
  /** As much of the context as the models take. */
  readerContext: string
  /** Terms of all units and of the context. */
  terms: ReadonlySet<string>
  /** These terms, and the values of the figures. */
  keys: ReadonlySet<string>
  /** Whether it supports the statements that were judged by it so far. */
  verdicts: Map<string, boolean>
}

export function readEvidence({ heading, body, document }: JudgedPassage, language: string): PassageEvidence {
  const headingPath = splitHeadingPath(heading)
  const context = [document.sourceName ?? '', ...(document.path ?? []), document.title, ...headingPath].join('\n')
  const units = readUnits(body, language)
  const contextTerms = claimTerms(context, language)
  return {
    units,
    context,
    readerContext: buildPassageText({ title: document.title, headingPath, text: '', language }).context,
    terms: new Set([...contextTerms, ...units.flatMap((unit) => [...unit.terms])]),
    keys: new Set([...contextTerms, ...units.flatMap((unit) => [...unit.keys])]),
    verdicts: new Map(),
  }
}

/** Returns several passages as one; the models see the headings of the first. */
export function joinEvidence(parts: readonly PassageEvidence[]): PassageEvidence {
  return {
    units: parts.flatMap(({ units }) => units),
    context: parts.map(({ context }) => context).join('\n'),
    readerContext: parts[0]?.readerContext ?? '',
    terms: new Set(parts.flatMap(({ terms }) => [...terms])),
    keys: new Set(parts.flatMap(({ keys }) => [...keys])),
    verdicts: new Map(),
  }
}
