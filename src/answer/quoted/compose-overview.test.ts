import { expect, test } from 'vitest'
import { readPassageFixture, type ScoredLine } from '../../../test/support/read-passage.ts'
import type { ReadPassage } from '../reading/read-passages.ts'
import { composeAnswer } from './compose-answer.ts'
import { composeOverview } from './compose-overview.ts'
import { quoteUnits } from './quote-units.ts'

const unsure = -9
const linesOf = (...texts: string[]): ScoredLine[] => texts.map((text) => [text, unsure])
const overview = (question: string, read: readonly ReadPassage[]) =>
  composeOverview(question, read).map(({ kind, text }) => (kind === 'heading' ? `# ${text}` : text))

const pets = { documentKey: 1, title: 'Animals at work', id: 'people/pets.md', answers: unsure }
const opening = readPassageFixture(linesOf('Animals make us happy.', 'Some make us sneeze.'), pets)
const allowed = readPassageFixture(linesOf('- Cats in baskets.', '- Fish in bowls.'), {
  ...pets,
  ordinal: 2,
  heading: 'Animals at work › What may come in',
})
const parking = readPassageFixture(linesOf('Bicycles stand in the cellar.'), { title: 'Parking', answers: unsure })

test('the topic of a page is answered with its beginning and its best passage, though no sentence surely answers', () => {
  expect(overview('What is our policy on animals at work?', [allowed, parking, opening])).toEqual([
    'Animals make us happy.',
    'Some make us sneeze.',
    '# What may come in',
    '- Cats in baskets.',
    '- Fish in bowls.',
  ])
})

test.each([
  ['by its title', 'parking'],
  ['with words for rules', 'Do we have parking rules?'],
])('a page is named %s', (_, question) => {
  expect(overview(question, [opening, parking])).toEqual(['Bicycles stand in the cellar.'])
})

test('a table that goes on in the next passage is one table', () => {
  const prices = { documentKey: 2, title: 'Prices', answers: unsure }
  const rows = (...items: string[]) => linesOf(...items.map((item) => `Item: ${item}; Price: €5`))
  const read = [
    readPassageFixture(rows('Milk', 'Bread'), { ...prices, ordinal: 1 }),
    readPassageFixture(rows('Soap'), { ...prices, ordinal: 2 }),
  ]
  const answer = quoteUnits(composeOverview('prices', read)).map(({ text }) => text)
  expect(answer).toEqual(['| Item | Price |\n| --- | --- |\n| Milk | €5', '| Bread | €5', '| Soap | €5'])
})

test('a page is named by the name of its file', () => {
  expect(overview('Tell me about pets', [parking, opening])).toEqual(['Animals make us happy.', 'Some make us sneeze.'])
})

test('a section is named by its heading', () => {
  const section = readPassageFixture(linesOf('The cellar is locked at ten.'), {
    title: 'The house',
    heading: 'The house › Cellar',
  })
  expect(overview('How does the cellar work?', [parking, section])).toEqual(['The cellar is locked at ten.'])
})

test.each([
  ['no title names the topic', 'What is our travel policy?'],
  ['the title has a part of it only', 'What is our parking permit policy?'],
  ['something about the topic is asked', 'When does parking cost money?'],
])('nothing where %s', (_, question) => {
  expect(overview(question, [opening, allowed, parking])).toEqual([])
})

test('a question that tells a case stays before its sentence', () => {
  const read = readPassageFixture(linesOf('Lost your permit?', 'Ask Ida for another.', 'No bicycle?'), {
    title: 'Parking',
  })
  expect(overview('parking', [read])).toEqual(['Lost your permit?', 'Ask Ida for another.'])
})

test('it is short: sentences up to a number of words, lists to their end, no question, label or announcement alone', () => {
  const words = (count: number) => `${'word '.repeat(count - 1)}end.`
  const read = readPassageFixture(
    linesOf('May I park?', 'Rules', words(20), words(15), 'You need:', '- A permit.', '- A car.', words(30)),
    { title: 'Parking' },
  )
  expect(overview('parking', [read])).toEqual([words(20), words(15), 'You need:', '- A permit.', '- A car.'])
  const long = readPassageFixture(linesOf(words(35), words(20)), { title: 'Parking' })
  expect(overview('parking', [long])).toEqual([words(35)])
})

test('a list below the heading that the question asks for is quoted, of the page that it names', async () => {
  const read = readPassageFixture(
    [
      ['- Vendor delay: the API may come late.', -9],
      ['- Half of the team is away.', -9],
    ],
    { title: 'Project Kestrel', heading: 'Risks', answers: -9 },
  )
  const ask = async (question: string) =>
    (await composeAnswer(question, [read], async () => [])).map(({ text }) => text)
  expect(await ask('What are the risks of Kestrel?')).toEqual([
    'Risks',
    '- Vendor delay: the API may come late.',
    '- Half of the team is away.',
  ])
  expect(await ask('What are the risks of Falcon?')).toEqual([])
  expect(await ask('What are the costs of Kestrel?')).toEqual([])
})

test('also below a heading that stands within a passage', async () => {
  const lines: ScoredLine[] = [
    ['Decision', -9],
    ['We use a queue in the database.', -9],
    ['Risks', -9],
    ['- It is slow.', -9],
    ['- It is one more thing to watch.', -9],
  ]
  const read = readPassageFixture(lines, { title: 'Message broker', answers: -9 })
  const answer = await composeAnswer('What are the risks of the decision?', [read], async () => [])
  expect(answer.map(({ text }) => text)).toEqual(lines.slice(2).map(([text]) => text))
})
