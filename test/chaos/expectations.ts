import type { SeededRandom } from '../seeded-random.ts'

/** What an item may be: the word of its text, or undefined where there is none. */
export type State = string | undefined

/** Keeps what each item must be: what was acknowledged, or, of the request under way, either. */
export function createExpectations() {
  const may = new Map<string, Set<State>>()
  let acknowledged = 0
  let awaited = { count: 0, reached: () => {} }
  return {
    /** A request goes out: until it is answered the item may be as before or as wished. */
    begin(id: string, wished: State): void {
      may.set(id, new Set([...(may.get(id) ?? [undefined]), wished]))
    },
    acknowledge(id: string, state: State): void {
      acknowledged += 1
      may.set(id, new Set([state]))
      if (acknowledged === awaited.count) awaited.reached()
    },
    /** Resolves when so many more were acknowledged. */
    reached: (more: number): Promise<void> =>
      new Promise((reached) => {
        awaited = { count: acknowledged + more, reached }
      }),
    /** What was found holds from now on. */
    settle(id: string, state: State): void {
      may.set(id, new Set([state]))
    },
    allows: (id: string, state: State): boolean => (may.get(id) ?? new Set([undefined])).has(state),
    told: (id: string): string => [...(may.get(id) ?? [])].map((state) => state ?? 'deleted').join(' or '),
    ids: () => [...may.keys()],
    acknowledged: () => acknowledged,
  }
}

export type Expectations = ReturnType<typeof createExpectations>

/** A text whose every passage and sentence holds one word that no other version has. */
export function textOf(word: string, sections: number): string {
  return Array.from(
    { length: sections },
    (_, part) =>
      `# Part ${part}\n\n${`It says ${word} here, and nothing but ${word} in all that follows. `.repeat(9)}`,
  ).join('\n\n')
}

export function wordOf(text: string): State {
  return wordsOf(text)[0]
}

/** Every occurrence, in order. */
export function wordsOf(text: string): string[] {
  return text.match(/word\d+x/g) ?? []
}

export const pause = (random: SeededRandom, mostMs: number) =>
  new Promise((resolve) => setTimeout(resolve, random.below(mostMs)))
