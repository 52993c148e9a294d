import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '../support/seeded-random.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

const tries = 80
const triesPerNote = 20
/** Right guesses that 99 of 100 people with a coin stay within; somebody who learns from one word in three has 53. */
const chance = { min: 29, max: 51 }

interface Try {
  word: string
  /** Where the word occurs: in passages that the caller cannot see, or nowhere. */
  hiddenIn: 'acme' | 'rival' | undefined
  /** A word of the same form that occurs nowhere. */
  control: string
}

describe.each([
  { engine: 'the in-memory index', wordMemoryBytes: 2 ** 29 },
  { engine: 'the database', wordMemoryBytes: 0 },
])('words of hidden passages, searched in $engine', ({ wordMemoryBytes }) => {
  const random = seededRandom(16)
  const draw = (characters: string, length: number) =>
    Array.from({ length }, () => characters[random.below(characters.length)]).join('')
  const prefixes = new Set<string>()
  /** A phone number or a name. Its first five characters are a term as well, so no other word has them. */
  function drawWord(isNumber: boolean): string {
    const word = isNumber ? `0${draw('123456789', 9)}` : draw('bcdfghjkmpqvwxz', 9)
    if (prefixes.has(word.slice(0, 5))) return drawWord(isNumber)
    prefixes.add(word.slice(0, 5))
    return word
  }
  const drawTries = (): Try[] =>
    Array.from({ length: tries }, (_, index) => ({
      word: drawWord(index % 2 === 0),
      hiddenIn: index % 4 < 2 ? undefined : random.pick(['acme', 'rival'] as const),
      control: drawWord(index % 2 === 0),
    }))
  /** Words that occur in no passage the caller can see, and words of the caller's own notes. */
  const foreign = drawTries()
  const planted = drawTries()

  let service: TestApp
  let mallory: Person

  beforeAll(async () => {
    service = await createTestApp({ config: { wordMemoryBytes } })
    for (const organization of ['acme', 'rival']) await service.organization(organization)
    const ada = await service.person('acme', 'ada')
    const rita = await service.person('rival', 'rita')
    mallory = await service.person('acme', 'mallory')
    for (let number = 0; number < 30; number++)
      await service.note('acme', {
        content: `Call the office of branch ${number} in ${random.pick(['Porto', 'Lisbon', 'Faro'])} before noon.`,
      })
    for (const [organization, audience] of [
      ['acme', `user:${ada.email}`],
      ['rival', `user:${rita.email}`],
    ] as const) {
      const secrets = [...foreign, ...planted]
        .filter(({ hiddenIn }) => hiddenIn === organization)
        .map(({ word }) => word)
      // In one to five passages each.
      for (let copy = 0; copy < 5; copy++) {
        const lines = secrets.filter((_, index) => index % 5 >= copy).map((secret) => `The office is at ${secret}.`)
        await service.note(organization, { content: lines.join('\n\n# More\n\n'), audience: [audience] })
      }
    }
    // Notes of the attacker's own: of each two, one has words and the other their controls, written in either order.
    for (let from = 0; from < tries; from += triesPerNote) {
      const section = (own: string) => `# Section\n\nBranch note about ${own} here.`
      const attempts = planted.slice(from, from + triesPerNote)
      const notes = (['word', 'control'] as const).map((kind) => ({
        id: `${kind}-${from}`,
        title: 'Mine',
        content: attempts.map((attempt) => section(attempt[kind])).join('\n\n'),
        audience: [`user:${mallory.email}`],
      }))
      for (const note of from % (2 * triesPerNote) === 0 ? notes : notes.reverse()) await service.note('acme', note)
    }
    await service.app.inMemoryIndexes.load()
  }, 600_000)
  afterAll(() => service.close())

  const search = async (query: string) => {
    const { status, body } = await service.call(mallory.key, 'POST', '/v1/search', { query, limit: 20 })
    expect(status).toBe(200)
    return body.hits as { id: string; score: number }[]
  }
  const searchNotes = async (query: string) => {
    const { status, body } = await service.call(
      mallory.key,
      'GET',
      `/v1/search-notes?query=${encodeURIComponent(query)}`,
    )
    expect(status).toBe(200)
    return body.hits as { id: string; title: string }[]
  }
  const countRight = async (attempts: readonly Try[], guess: (attempt: Try) => Promise<boolean>) => {
    let right = 0
    for (const attempt of attempts) if ((await guess(attempt)) === (attempt.hiddenIn !== undefined)) right += 1
    return right
  }
  const expectChance = (right: number) => {
    expect(right).toBeGreaterThanOrEqual(chance.min)
    expect(right).toBeLessThanOrEqual(chance.max)
  }

  test('a word of hidden passages gives the scores of a word that occurs nowhere', async () => {
    const right = await countRight(foreign, async ({ word, control }) => {
      const query = (asked: string) => `office of branch 7 in Porto ${asked}`
      return JSON.stringify(await search(query(word))) !== JSON.stringify(await search(query(control)))
    })
    expectChance(right)
  }, 600_000)

  /** The attacker expects the passage with the rarer word first. */
  const isControlFirst = (hits: readonly { id: string }[]) => {
    expect(
      hits
        .slice(0, 2)
        .map(({ id }) => id.split('-')[0])
        .sort(),
    ).toEqual(['control', 'word'])
    return hits[0]?.id.startsWith('control') === true
  }

  test('the order of own passages with the word and with a control tells nothing', async () => {
    expectChance(
      await countRight(planted, async ({ word, control }) => isControlFirst(await search(`${word} ${control}`))),
    )
  }, 600_000)

  test('the order of notes found by words tells nothing', async () => {
    expectChance(
      await countRight(planted, async ({ word, control }) => isControlFirst(await searchNotes(`${word} ${control}`))),
    )
  }, 600_000)

  test('an answer to a question with the word is the answer with a control', async () => {
    for (const { word, control } of foreign.slice(0, 12)) {
      const answers = []
      for (const own of [word, control]) {
        const question = `When do I call the office of branch 7, ${own}?`
        const { body } = await service.call(mallory.key, 'POST', '/v1/ask', { question })
        answers.push(JSON.stringify(body).replaceAll(own, '…'))
      }
      expect(answers[0]).toBe(answers[1])
    }
  }, 600_000)
})
