import { setImmediate as nextTurn } from 'node:timers/promises'
import { isFunctionWord } from '../ingest/function-words.ts'
import { splitSentences } from '../ingest/sentences.ts'
import { normalizeForWords, wordPattern } from '../ingest/word-tokens.ts'

export interface Statement {
  documentKey: number
  text: string
  words: ReadonlySet<string>
  numbers: ReadonlySet<string>
  /** Words that are written like names: another name makes it a statement about something else. */
  names: ReadonlySet<string>
}

/** Fewer would make two statements alike by accident; other words say another thing. Chosen on the sample handbook. */
const minSharedWords = 4
const minStatementSimilarity = 0.75
/** A word of more statements than this tells nothing of one of them. */
const maxStatementsPerWord = 40
/** Others want the process, too. */
const passagesPerTick = 40

/**
 * Pairs of statements of different documents that say the same of the same with other figures: "The gate opens at 7" and
 * "The gate opens at 8". For a person to look at: which of them is right, no program can tell.
 */
export async function findContradictions(
  passages: readonly { documentKey: number; body: string; language: string }[],
): Promise<[Statement, Statement][]> {
  const statements: Statement[] = []
  for (const [index, passage] of passages.entries()) {
    statements.push(...extractStatements(passage))
    if (index % passagesPerTick === passagesPerTick - 1) await nextTurn()
  }
  const byWord = new Map<string, Statement[]>()
  for (const statement of statements)
    for (const word of statement.words) byWord.set(word, [...(byWord.get(word) ?? []), statement])
  const found = new Map<string, [Statement, Statement]>()
  for (const one of statements) {
    for (const other of findSimilarStatements(one, byWord)) {
      const pair = `${one.documentKey} ${other.documentKey}`
      if (one.documentKey < other.documentKey && !found.has(pair) && areContradictory(one, other))
        found.set(pair, [one, other])
    }
  }
  return [...found.values()]
}

function extractStatements({
  documentKey,
  body,
  language,
}: {
  documentKey: number
  body: string
  language: string
}): Statement[] {
  return splitSentences(body, language).flatMap(({ text }) => {
    if (!/\d/.test(text) || text.length > 400) return []
    const all = normalizeForWords(text).match(wordPattern) ?? []
    const numbers = new Set(all.filter((word) => /\d/.test(word)))
    const others = all.filter((word) => !/\d/.test(word))
    const words = others.map((word) => word.toLowerCase()).filter((word) => !isFunctionWord(word, language))
    if (numbers.size === 0 || new Set(words).size < minSharedWords) return []
    const names = others.filter((word, index) => index > 0 && /^\p{Lu}/u.test(word))
    return {
      documentKey,
      text,
      words: new Set(words),
      numbers,
      names: new Set(names.map((word) => word.toLowerCase())),
    }
  })
}

/** Two that are alike enough share one of the two rarest words of either. */
function findSimilarStatements(one: Statement, byWord: ReadonlyMap<string, Statement[]>): Set<Statement> {
  const rarest = [...one.words]
    .map((word) => byWord.get(word) ?? [])
    .filter((list) => list.length <= maxStatementsPerWord)
    .sort((a, b) => a.length - b.length)
    .slice(0, 3)
  return new Set(rarest.flat())
}

function areContradictory(one: Statement, other: Statement): boolean {
  const shared = [...one.words].filter((word) => other.words.has(word)).length
  if (
    shared < minSharedWords ||
    shared / (one.words.size + other.words.size - shared) < minStatementSimilarity
  )
    return false
  const isNamedOtherwise = (a: Statement, b: Statement) => [...a.names].some((name) => !b.words.has(name))
  if (isNamedOtherwise(one, other) || isNamedOtherwise(other, one)) return false
  const isWithin = (a: Statement, b: Statement) => [...a.numbers].every((figure) => b.numbers.has(figure))
  return !isWithin(one, other) && !isWithin(other, one)
}
