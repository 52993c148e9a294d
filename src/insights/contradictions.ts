import { setImmediate as nextTick } from 'node:timers/promises'
import { countShared, jaccardSimilarity } from '../answer/set-similarity.ts'
import { isFunctionWord } from '../ingest/function-words.ts'
import { splitSentences } from '../ingest/sentences.ts'
import { normalizeForWords, wordPattern } from '../ingest/word-tokens.ts'

export interface Statement {
  documentKey: number
  text: string
  words: ReadonlySet<string>
  numbers: ReadonlySet<string>
  /** Capitalized words: with a different name, a statement is about something else. */
  names: ReadonlySet<string>
}

/** Below these, two statements are similar by accident or about different things. Chosen on the sample handbook. */
const minSharedWords = 4
const minStatementSimilarity = 0.75
/** A word in more statements than this is too common to match by. */
const maxStatementsPerWord = 40
/** The event loop gets a turn after this many passages. */
const passagesPerTick = 40

/**
 * Returns pairs of statements from different documents that differ only in their numbers: "The gate opens at 7" and "The
 * gate opens at 8". People decide which one is right.
 */
export async function findContradictions(
  passages: readonly { documentKey: number; body: string; language: string }[],
): Promise<[Statement, Statement][]> {
  const statements: Statement[] = []
  for (const [index, passage] of passages.entries()) {
    statements.push(...extractStatements(passage))
    if (index % passagesPerTick === passagesPerTick - 1) await nextTick()
  }
  const byWord = new Map<string, Statement[]>()
  for (const statement of statements)
    for (const word of statement.words) byWord.set(word, [...(byWord.get(word) ?? []), statement])
  const found = new Map<string, [Statement, Statement]>()
  for (const a of statements) {
    for (const b of findCandidates(a, byWord)) {
      const pair = `${a.documentKey} ${b.documentKey}`
      if (a.documentKey < b.documentKey && !found.has(pair) && areContradictory(a, b)) found.set(pair, [a, b])
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

/** Returns the statements that share one of the three rarest words. Similar ones nearly always do. */
function findCandidates(statement: Statement, byWord: ReadonlyMap<string, Statement[]>): Set<Statement> {
  const rarest = [...statement.words]
    .map((word) => byWord.get(word) ?? [])
    .filter((list) => list.length <= maxStatementsPerWord)
    .sort((a, b) => a.length - b.length)
    .slice(0, 3)
  return new Set(rarest.flat())
}

function areContradictory(a: Statement, b: Statement): boolean {
  if (countShared(a.words, b.words) < minSharedWords || jaccardSimilarity(a.words, b.words) < minStatementSimilarity)
    return false
  if (![...a.names].every((name) => b.words.has(name)) || ![...b.names].every((name) => a.words.has(name))) return false
  const shared = countShared(a.numbers, b.numbers)
  return shared < a.numbers.size && shared < b.numbers.size
}
