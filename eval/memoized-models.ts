import type { Embedder } from '../src/models/embedder.ts'
import type { Reader } from '../src/models/reader.ts'

/**
 * Returns models that compute each call once: a suite that asks the same question of two apps, or after one changed sentence,
 * gets the same readings in half the time. Only whole calls are compared, since a batch can change its texts' last digits.
 */
export function memoizeModels({ embedder, reader }: { embedder: Embedder; reader: Reader }) {
  const { embedPassages, language } = embedder
  const { verify } = reader
  const memoizedEmbedder: Embedder = {
    name: embedder.name,
    dimensions: embedder.dimensions,
    ...(language !== undefined && { language }),
    embed: memoize((texts, options) => embedder.embed(texts, options), 1),
    ...(embedPassages && {
      embedPassages: memoize((passages, options) => embedPassages.call(embedder, passages, options), 1),
    }),
    close: () => embedder.close(),
  }
  const memoizedReader: Reader = {
    name: reader.name,
    language: reader.language,
    get passageBudget() {
      return reader.passageBudget
    },
    read: memoize((question, passages, signal) => reader.read(question, passages, signal), 2),
    ...(verify && {
      verify: memoize((statement, passage, signal) => verify.call(reader, statement, passage, signal), 2),
    }),
    close: () => reader.close(),
  }
  return { embedder: memoizedEmbedder, reader: memoizedReader }
}

/** Remembers the results by the first arguments. Each caller gets a copy: a vector can be transferred to a thread. */
function memoize<Args extends unknown[], Result>(
  compute: (...args: Args) => Promise<Result>,
  keyLength: number,
): (...args: Args) => Promise<Result> {
  const results = new Map<string, Result>()
  return async (...args) => {
    const key = JSON.stringify(args.slice(0, keyLength))
    if (!results.has(key)) results.set(key, await compute(...args))
    return structuredClone(results.get(key) as Result)
  }
}
