import type { SeededRandom } from '../../support/seeded-random.ts'
import { contentFixture } from '../../support/test-app.ts'
import { documentText, type Expectations } from './expectations.ts'

export const rootId = 'tickets'
const itemsPerWriter = 8

/**
 * Indexes, changes and deletes, one request after the other, until the service is gone. Each writer has items of its
 * own, so that what it was told last is what must hold.
 */
export function createWriters({
  key,
  count,
  random,
  expectations,
  largeSections,
}: {
  key: string
  count: number
  random: SeededRandom
  expectations: Expectations
  /** Some texts have so many sections that they are embedded behind the acknowledgement; 0: none has. */
  largeSections: number
}) {
  let counter = 0
  const problems: string[] = []

  async function send(url: string, method: 'POST' | 'DELETE', path: string, body: unknown) {
    const reply = await fetch(`${url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => undefined)
    // The head may have come before the end did: only a whole answer is an acknowledgement.
    const text = await reply?.text().catch(() => undefined)
    if (reply && text !== undefined && reply.status !== 200)
      problems.push(`${method} ${path} was answered with ${reply.status}: ${text}`)
    return reply?.status === 200 ? text : undefined
  }

  const fresh = (id: string) => {
    counter += 1
    const word = `word${counter}x`
    const sections = largeSections > 0 && random.chance(0.05) ? largeSections : 3
    return { id, word, item: contentFixture({ rootId, id, content: documentText(word, sections) }) }
  }

  async function step(url: string, writer: number): Promise<boolean> {
    const id = () => `W${writer}-${random.below(itemsPerWriter)}`
    const draw = random.next()
    if (draw < 0.3) {
      const gone = id()
      expectations.begin(gone, undefined)
      if ((await send(url, 'DELETE', '/ask/index', { rootId, id: gone })) === undefined) return false
      expectations.acknowledge(gone, undefined)
    } else if (draw < 0.85) {
      const one = fresh(id())
      expectations.begin(one.id, one.word)
      if ((await send(url, 'POST', '/ask/index', one.item)) === undefined) return false
      expectations.acknowledge(one.id, one.word)
    } else {
      const batch = [...new Set([id(), id(), id()])].map(fresh)
      for (const one of batch) expectations.begin(one.id, one.word)
      const answer = await send(url, 'POST', '/ask/index/batch', { items: batch.map((one) => one.item) })
      if (answer === undefined) return false
      const { results } = JSON.parse(answer) as { results: { ok: boolean }[] }
      for (const [index, one] of batch.entries()) {
        if (results[index]?.ok) expectations.acknowledge(one.id, one.word)
        else problems.push(`${one.id} of a batch was refused: ${answer}`)
      }
    }
    return true
  }

  return {
    problems,
    /** Ends with the service. */
    async run(url: string): Promise<void> {
      await Promise.all(
        Array.from({ length: count }, async (_, writer) => {
          while (await step(url, writer)) {
            // The next one at once.
          }
        }),
      )
    },
  }
}
