import { analyze } from '../ingest/analyze.ts'
import { detectLanguage } from '../ingest/language-detection.ts'

export interface QuestionTopic<Q extends { text: string; count: number }> {
  topic: string
  count: number
  questions: Q[]
}

interface TokenizedQuestion<Q> {
  question: Q
  terms: Set<string>
}

/**
 * Groups questions by shared terms: the most common term forms the first group, the most common term of the rest the
 * next. A question that shares no term is a group of its own. Returns the most frequent groups first.
 */
export function groupByTopic<Q extends { text: string; count: number }>(questions: readonly Q[]): QuestionTopic<Q>[] {
  let rest: TokenizedQuestion<Q>[] = questions.map((question) => ({
    question,
    terms: new Set(analyze(question.text)),
  }))
  const topics: QuestionTopic<Q>[] = []
  while (rest.length > 0) {
    const term = mostSharedTerm(rest)
    const members = term === undefined ? [rest[0] as TokenizedQuestion<Q>] : rest.filter(({ terms }) => terms.has(term))
    topics.push(labelTopic(members, term))
    const grouped = new Set(members)
    rest = rest.filter((question) => !grouped.has(question))
  }
  return topics.sort((a, b) => b.count - a.count || a.topic.localeCompare(b.topic))
}

/** Returns the term that most questions share, the longest of equals. Undefined: no term is shared. */
function mostSharedTerm<Q>(all: readonly TokenizedQuestion<Q>[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { terms } of all) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  let best: string | undefined
  let bestCount = 1
  for (const [term, count] of counts) {
    if (count > bestCount || (count === bestCount && best !== undefined && count > 1 && term.length > best.length)) {
      best = term
      bestCount = count
    }
  }
  return best
}

function labelTopic<Q extends { text: string; count: number }>(
  members: readonly TokenizedQuestion<Q>[],
  term: string | undefined,
): QuestionTopic<Q> {
  const questions = members.map(({ question }) => question).sort((a, b) => b.count - a.count)
  const words = new Map<string, { count: number; isOfTerm: boolean; shown: string }>()
  for (const { text } of questions) {
    const language = detectLanguage(text)
    const own = new Set<string>()
    for (const word of text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? []) {
      const lower = word.toLowerCase()
      if (own.has(lower)) continue
      own.add(lower)
      const terms = contentTerms(word, language)
      if (terms.length === 0) continue
      const known = words.get(lower) ?? { count: 0, isOfTerm: false, shown: word }
      known.count += 1
      known.isOfTerm ||= term !== undefined && terms.includes(term)
      words.set(lower, known)
    }
  }
  const ranked = [...words.values()].sort(
    (a, b) => Number(b.isOfTerm) - Number(a.isOfTerm) || b.count - a.count || b.shown.length - a.shown.length,
  )
  const first = ranked[0]
  const others = ranked.slice(1).filter((word) => !word.isOfTerm)
  const isSingle = questions.length === 1
  const second = others.find((word) => isSingle || word.count > questions.length / 2)
  const topic = [first, second]
    .filter((word) => word !== undefined)
    .map((word) => word.shown)
    .join(', ')
  return {
    topic: capitalizeFirst(topic || questions[0]?.text || ''),
    count: questions.reduce((sum, question) => sum + question.count, 0),
    questions,
  }
}

/** Returns the terms of a word, and none for a function word. */
function contentTerms(word: string, language: string): string[] {
  // Analyzed alone, a function word yields a term; beside a content word it does not.
  const anchor = 'zzzanchor'
  const anchored = new Set(analyze(anchor, language))
  return analyze(`${anchor} ${word}`, language).filter((term) => !anchored.has(term))
}

function capitalizeFirst(text: string): string {
  const [first = ''] = text
  return first.toLocaleUpperCase() + text.slice(first.length)
}
