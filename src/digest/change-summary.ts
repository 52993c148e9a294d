import type { ChangedText } from './changed-texts.ts'
import type { DigestChange } from './digest-changes.ts'
import type { DigestLine } from './digest-markdown.ts'
import { salientSentences } from './salience.ts'
import { diffSentences, type SentenceDiff } from './sentence-diff.ts'

/** The lines for one change, most important first, without their topic. */
export interface ChangeSummary {
  change: DigestChange
  lines: Omit<DigestLine, 'topic'>[]
  importance: number
}

const maxGistWords = 45

/** Returns undefined for a change that no reader notices: spaces, emphasis, order. */
export function summarizeChange(
  change: DigestChange,
  text: ChangedText | undefined,
  { since, until }: { since: Date; until: Date },
): ChangeSummary | undefined {
  const weighted = linesForChange(change, text)
  if (weighted.length === 0) return undefined
  const age = (change.changedAt.getTime() - since.getTime()) / Math.max(1, until.getTime() - since.getTime())
  const importance = (weighted[0] as WeightedLine).weight + (change.isVerified ? 0.3 : 0) + 0.4 * Math.min(1, age)
  return {
    change,
    lines: weighted.map(({ weight: _, ...line }) => ({ documentKey: change.key, ...line })),
    importance,
  }
}

type WeightedLine = Pick<DigestLine, 'kind' | 'said' | 'before'> & { weight: number }

function linesForChange(change: DigestChange, text: ChangedText | undefined): WeightedLine[] {
  if (change.kind === 'archived') return [{ kind: 'archived', said: '', before: '', weight: 1.2 }]
  const gist = () =>
    text ? salientSentences(text.current, { language: change.language, maxWords: maxGistWords }).join(' ') : ''
  if (change.kind === 'new' && text?.current === '') return [{ kind: 'empty', said: '', before: '', weight: 0.5 }]
  if (change.kind === 'new') return [{ kind: 'new', said: gist(), before: '', weight: 2 }]
  const before = text?.previous
  if (!text || !before) return [{ kind: 'changed', said: '', before: '', weight: 1 }]
  const differences = diffSentences(
    { before: before.text, after: text.current, headings: text.headings },
    change.language,
  )
  const isRenamed = before.title !== change.title
  const renamed: WeightedLine[] = isRenamed ? [{ kind: 'renamed', said: '', before: before.title, weight: 1 }] : []
  if (isRewrite(differences, text.current)) {
    return [{ kind: 'rewritten', said: gist(), before: '', weight: 2 }, ...renamed]
  }
  return [...differences.map(lineForDiff), ...renamed].sort((a, b) => b.weight - a.weight)
}

function lineForDiff(difference: SentenceDiff): WeightedLine {
  if (difference.kind === 'changed') {
    const { said, before, hasNewFigures } = difference
    return { kind: 'changed', said, before, weight: hasNewFigures ? 3 : 2.2 }
  }
  if (difference.kind === 'added') return { kind: 'added', said: difference.said, before: '', weight: 1.8 }
  return { kind: 'dropped', said: '', before: difference.before, weight: 1.6 }
}

/** Tells whether so much is new that listing the sentences would copy the text. */
function isRewrite(differences: readonly SentenceDiff[], current: string): boolean {
  const added = differences.filter((difference) => difference.kind === 'added')
  if (added.length < 8) return false
  const length = added.reduce((sum, { said }) => sum + said.length, 0)
  return length > current.length / 2
}
