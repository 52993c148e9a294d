import type { SeededRandom } from '../../support/seeded-random.ts'

/** What an item may be: the word of its text, or undefined where there is none. */
export type ItemState = string | undefined

/** Keeps what each item must be: what was acknowledged, or, of the request under way, either. */
export function createExpectations() {
  const may = new Map<string, Set<ItemState>>()
  let acknowledged = 0
  let awaited = { count: 0, reached: () => {} }
  return {
    /** A request goes out: until it is answered the item may be as before or as wished. */
    begin(id: string, wished: ItemState): void {
      may.set(id, new Set([...(may.get(id) ?? [undefined]), wished]))
    },
    acknowledge(id: string, state: ItemState): void {
      acknowledged += 1
      may.set(id, new Set([state]))
      if (acknowledged === awaited.count) awaited.reached()
    },
    /** Resolves when so many more were acknowledged. */
    reached: (more: number): Promise<void> =>
      new Promise((waitForAcknowledged) => {
        awaited = { count: acknowledged + more, reached: waitForAcknowledged }
      }),
    /** What was found holds from now on. */
    setActual(id: string, state: ItemState): void {
      may.set(id, new Set([state]))
    },
    allows: (id: string, state: ItemState): boolean => (may.get(id) ?? new Set([undefined])).has(state),
    describe: (id: string): string => [...(may.get(id) ?? [])].map((state) => state ?? 'deleted').join(' or '),
    ids: () => [...may.keys()],
    acknowledged: () => acknowledged,
  }
}

export type Expectations = ReturnType<typeof createExpectations>

/** A text whose every passage and sentence holds one word that no other version has. */
export function documentText(word: string, sections: number): string {
  return Array.from(
    { length: sections },
    (_, part) => `# Part ${part}\n\n${`It says ${word} here, and nothing but ${word} in all that follows. `.repeat(9)}`,
  ).join('\n\n')
}

export function markerWord(text: string): ItemState {
  return markerWords(text)[0]
}

/** Every occurrence, in order. */
export function markerWords(text: string): string[] {
  return text.match(/word\d+x/g) ?? []
}

export const randomDelay = (random: SeededRandom, mostMs: number) =>
  new Promise((resolve) => setTimeout(resolve, random.below(mostMs)))
