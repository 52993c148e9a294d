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
 * Groups questions by the words they share: the word that most of them have makes the first group, the word that most
 * of the rest have the next. What shares no word stands alone. Ordered by how often each group was asked.
 */
export function groupByTopic<Q extends { text: string; count: number }>(
  questions: readonly Q[],
): QuestionTopic<Q>[] {
  let rest: TokenizedQuestion<Q>[] = questions.map((question) => ({
    question,
    terms: new Set(analyze(question.text)),
  }))
  const topics: QuestionTopic<Q>[] = []
  while (rest.length > 0) {
    const term = mostSharedTerm(rest)
    const inside =
      term === undefined ? [rest[0] as TokenizedQuestion<Q>] : rest.filter((one) => one.terms.has(term))
    topics.push(labelTopic(inside, term))
    const taken = new Set(inside)
    rest = rest.filter((one) => !taken.has(one))
  }
  return topics.sort((a, b) => b.count - a.count || a.topic.localeCompare(b.topic))
}

/** The term that most questions share, the longer of two equals: it says more. Undefined where none is shared. */
function mostSharedTerm<Q>(all: readonly TokenizedQuestion<Q>[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { terms } of all) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  let best: string | undefined
  let most = 1
  for (const [term, count] of counts) {
    if (count > most || (count === most && best !== undefined && count > 1 && term.length > best.length)) {
      best = term
      most = count
    }
  }
  return best
}

function labelTopic<Q extends { text: string; count: number }>(
  inside: readonly TokenizedQuestion<Q>[],
  term: string | undefined,
): QuestionTopic<Q> {
  const questions = inside.map((one) => one.question).sort((a, b) => b.count - a.count)
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

/** The terms of a word within a sentence, where a word that says nothing has none. */
function contentTerms(word: string, language: string): string[] {
  // Beside a word of content a function word gives no term of its own, as it does alone.
  const anchor = 'zzzanchor'
  const anchored = new Set(analyze(anchor, language))
  return analyze(`${anchor} ${word}`, language).filter((term) => !anchored.has(term))
}

function capitalizeFirst(text: string): string {
  const [first = ''] = text
  return first.toLocaleUpperCase() + text.slice(first.length)
}
