import type { ChangedText } from './changed-texts.ts'
import type { Change } from './changes.ts'
import { type Difference, differences } from './difference.ts'
import type { DigestLine } from './digest-markdown.ts'
import { salientSentences } from './salience.ts'

/** What there is to tell of one change, most important first, without its topic. */
export interface ToldChange {
  change: Change
  lines: Omit<DigestLine, 'topic'>[]
  importance: number
}

const wordsOfNew = 45

/** Undefined where a change is none to a reader: other spaces, other emphasis, another order. */
export function tellChange(
  change: Change,
  text: ChangedText | undefined,
  { since, until }: { since: Date; until: Date },
): ToldChange | undefined {
  const found = linesOf(change, text)
  if (found.length === 0) return undefined
  const age = (change.at.getTime() - since.getTime()) / Math.max(1, until.getTime() - since.getTime())
  const importance = (found[0] as Told).weight + (change.isVerified ? 0.3 : 0) + 0.4 * Math.min(1, age)
  return {
    change,
    lines: found.map(({ weight: _, ...line }) => ({ documentKey: change.key, ...line })),
    importance,
  }
}

type Told = Pick<DigestLine, 'kind' | 'said' | 'before'> & { weight: number }

function linesOf(change: Change, text: ChangedText | undefined): Told[] {
  if (change.kind === 'archived') return [{ kind: 'archived', said: '', before: '', weight: 1.2 }]
  const gist = () =>
    text ? salientSentences(text.now, { language: change.language, mostWords: wordsOfNew }).join(' ') : ''
  if (change.kind === 'new') return [{ kind: 'new', said: gist(), before: '', weight: 2 }]
  const before = text?.before
  if (!text || !before) return [{ kind: 'changed', said: '', before: '', weight: 1 }]
  const different = differences(
    { before: before.text, after: text.now, headings: text.headings },
    change.language,
  )
  const isRenamed = before.title !== change.title
  const renamed: Told[] = isRenamed ? [{ kind: 'renamed', said: '', before: before.title, weight: 1 }] : []
  if (isNewText(different, text.now)) {
    return [{ kind: 'rewritten', said: gist(), before: '', weight: 2 }, ...renamed]
  }
  return [...different.map(tellDifference), ...renamed].sort((one, other) => other.weight - one.weight)
}

function tellDifference(difference: Difference): Told {
  if (difference.kind === 'changed') {
    const { said, before, hasNewFigures } = difference
    return { kind: 'changed', said, before, weight: hasNewFigures ? 3 : 2.2 }
  }
  if (difference.kind === 'added') return { kind: 'added', said: difference.said, before: '', weight: 1.8 }
  return { kind: 'dropped', said: '', before: difference.before, weight: 1.6 }
}

/** So much is said anew that the sentences one by one would be a copy of the text. */
function isNewText(different: readonly Difference[], now: string): boolean {
  const added = different.filter((one) => one.kind === 'added')
  if (added.length < 8) return false
  const length = added.reduce((sum, one) => sum + one.said.length, 0)
  return length > now.length / 2
}
