import { expect, test } from 'vitest'
import { createDraftParser } from './draft-parser.ts'
import { withoutRepetition } from './draft-repetition.ts'

test('what only repeats is left out at the end', async () => {
  expect(await read('Leave is 20 days [1]. Leave is 20 days [1]. Leave is 20 days [1].')).toEqual(['Leave is 20 days.'])
  expect(await read('| Site | Days |\n|---|---|\n| Kobe | 20 [1] |\n| Kobe | 20 [1] |')).toEqual([
    'Site Days',
    'Kobe 20',
  ])
})

test('a draft that goes on with the same is left', async () => {
  let loops = 0
  const cycle = 'Open the app [1]. Choose the dates [1]. '
  const read20 = await read(`Leave is 20 days [1]. ${cycle.repeat(20)} Send it [1].`, () => {
    loops += 1
  })
  expect(read20.slice(0, 3)).toEqual(['Leave is 20 days.', 'Open the app.', 'Choose the dates.'])
  expect(read20.length).toBeLessThan(5)
  expect(loops).toBe(1)
})

test.each([
  'Ask Ida [1]. It takes a day [1]. Ask Ida [1]. It takes two days [2].',
  '- Kobe:\n  - 20 days [1]\n- Osaka:\n  - 20 days [1]',
  '## 2025\n\n| Site | Days |\n|---|---|\n| Kobe | 20 [1] |\n| Oslo | 25 [1] |\n\n## 2026\n\n| Site | Days |\n|---|---|\n| Kobe | 20 [1] |\n| Oslo | 25 [1] |',
  '1. Press Save [1].\n2. Press Save [1].',
])('the same words about another thing stay: %s', async (draft) => {
  const parser = createDraftParser()
  const units = [...parser.push(draft), ...parser.flush()]
  expect(await read(draft)).toHaveLength(units.length)
})

async function read(draft: string, onLoop = () => {}): Promise<string[]> {
  async function* units() {
    const parser = createDraftParser()
    yield* parser.push(draft)
    yield* parser.flush()
  }
  const texts: string[] = []
  for await (const unit of withoutRepetition(units(), onLoop))
    texts.push('cells' in unit ? unit.cells.join(' ') : unit.text)
  return texts
}
