import { expect, test, vi } from 'vitest'
import { passageFixture, readPassageFixture, type ScoredLine } from '../../../test/support/read-passage.ts'
import { unitOf } from './answer-units.ts'
import { composeAnswer, type SectionReader } from './compose-answer.ts'

const noSection: SectionReader = async () => []
const filler = (evidence = -9): ScoredLine => ['The canteen sells soup on Fridays.', evidence]

async function compose(
  question: string,
  read: Parameters<typeof composeAnswer>[1],
  readSection: SectionReader = noSection,
): Promise<string[]> {
  return (await composeAnswer(question, read, readSection)).map(({ text }) => text)
}

test('the sentence with the best score comes first, whatever passage it stands in', async () => {
  const first = readPassageFixture([filler(), ['The gate is made of steel.', -6]])
  const second = readPassageFixture([filler(), ['The gate opens at seven each morning.', 6]])
  expect(await compose('When does the gate open?', [first, second])).toEqual(['The gate opens at seven each morning.'])
})

test('a sentence that refers back comes with the one before it', async () => {
  const read = readPassageFixture([
    ['The gate is on Elm Street.', -9],
    ['It opens at seven each morning.', 6],
  ])
  expect(await compose('When does the gate open?', [read])).toEqual([
    'The gate is on Elm Street.',
    'It opens at seven each morning.',
  ])
})

test('what happens is quoted from the beginning of a short paragraph', async () => {
  const lines: ScoredLine[] = [
    ['Call your lead before nine.', -5],
    ['Then record the day in the app.', -5],
    ['A day counts as a sick day if you work less than half of it.', 6],
  ]
  const read = readPassageFixture([...lines, ['- a list', -9], filler()])
  expect(await compose('What happens if I am sick?', [read])).toEqual(lines.map(([text]) => text))
  expect(await compose('Does it count as a sick day?', [read])).toEqual([lines[2]![0]])
})

test('a sentence about one of several places comes with those about the others, unless the question names one', async () => {
  const lines: ScoredLine[] = [
    ["In Groningen you give one month's notice to the end of a month.", 6],
    ['In Leipzig it is four weeks.', 1],
    ['In Kobe it is 30 days.', -5],
  ]
  const read = readPassageFixture([...lines, ['Write to your team lead.', -6]])
  expect(await compose('What is the notice period?', [read])).toEqual(lines.map(([text]) => text))
  expect(await compose('What is the notice period in Groningen?', [read])).toEqual([lines[0]![0]])
})

test('a sentence comes with the next one that limits it', async () => {
  const read = readPassageFixture([
    ['You can cancel free of charge up to 48 hours before.', 6],
    ['Otherwise you pay half the price.', -6],
    ['Gift cards are sold at the till.', -7],
  ])
  expect(await compose('Can I cancel for free?', [read])).toEqual([
    'You can cancel free of charge up to 48 hours before.',
    'Otherwise you pay half the price.',
  ])
})

test('a sentence comes with the one after it that excludes something, and that one not without it', async () => {
  const lines: ScoredLine[] = [
    ['After six months you may buy one bike at the staff price.', 6],
    ['Trikes are excluded.', -6],
  ]
  expect(await compose('Can I buy a bike?', [readPassageFixture([...lines, filler()])])).toEqual(
    lines.map(([text]) => text),
  )
  const excluded: ScoredLine[] = [
    [lines[0]![0], -6],
    [lines[1]![0], 6],
  ]
  expect(await compose('Can I buy a trike?', [readPassageFixture([...excluded, filler()])])).toEqual(
    lines.map(([text]) => text),
  )
})

test('steps and whole tables come with the sentence below them that limits them', async () => {
  const steps: ScoredLine[] = [
    ['1. Unlock the gate.', 6],
    ['2. Switch the alarm off.', 1],
  ]
  const rows: ScoredLine[] = [
    ['When: at night; Extra: 25 %', 6],
    ['When: on Sundays; Extra: 50 %', 5.5],
  ]
  const limit: ScoredLine = ['Only the highest one is paid.', -6]
  const quoted = (question: string, lines: ScoredLine[]) =>
    compose(question, [readPassageFixture([...lines, limit, ['The canteen is open.', -7]])])
  expect(await quoted('How do I open the store?', steps)).toContain(limit[0])
  expect(await quoted('What is paid on top?', rows)).toContain(limit[0])
  expect(await quoted('What is paid at night?', [rows[0]!, ['When: on Sundays; Extra: 50 %', -5]])).toEqual([
    rows[0]![0],
  ])
})

test('passages that do not answer give no answer', async () => {
  expect(await compose('When?', [readPassageFixture([['The gate opens at seven.', -6]], { answers: -12 })])).toEqual([])
  expect(await compose('When?', [])).toEqual([])
})

test('a further sentence of the best passage needs less evidence than one of another passage', async () => {
  const best: ScoredLine = ['The gate opens at seven each morning.', 0.3]
  const further: ScoredLine = ['On Sundays nobody works and visitors wait until ten.', -2]
  expect(await compose('When does the gate open?', [readPassageFixture([best, further])])).toEqual([
    best[0],
    further[0],
  ])
  expect(
    await compose('When does the gate open?', [readPassageFixture([best, filler()]), readPassageFixture([further])]),
  ).toEqual([best[0]])
})

test('a question that asks two things gets a second sentence of the passage that is further below the best one', async () => {
  const lines: ScoredLine[] = [
    ['Parvo and ringworm: isolation room and a yellow gown.', 4],
    ['Cleaning: the green product for one, bleach for the other.', 0.5],
  ]
  const read = readPassageFixture(lines)
  expect(await compose('Which product cleans after parvo?', [read])).toEqual([lines[0]![0]])
  expect(await compose('Which room after parvo, and which product?', [read])).toEqual(lines.map(([text]) => text))
})

test('items that say the same of several places are quoted together, unless the question names one', async () => {
  const items: ScoredLine[] = [
    ['- Leipzig: a certificate is needed from the fourth day.', 3],
    ['- Groningen: no certificate is ever asked for by us.', 2],
    ['- Kobe: a certificate is needed from the third day.', -5],
  ]
  const read = readPassageFixture([filler(), ...items, filler()])
  expect(await compose('When do I need a certificate?', [read])).toEqual(items.map(([text]) => text))
  expect(await compose('When do I need a certificate in Leipzig?', [read])).toEqual([items[0]![0]])
  const topics = readPassageFixture([
    ['- Wedding: two days of paid leave for your own.', 6],
    ['- Removal: one day of paid leave, once in two years.', -2],
  ])
  expect(await compose('When do I get leave to marry?', [topics])).toEqual([
    '- Wedding: two days of paid leave for your own.',
  ])
})

test('of items with labels, the one that the question names is quoted alone', async () => {
  const items: ScoredLine[] = [
    ['- Harbour ferry: leaves from pier two at nine and at five.', 4],
    ['- Island ferry: leaves from pier three at eight and at noon.', 5],
    ['- Water taxi: comes within twenty minutes when you ring.', 3],
  ]
  const read = readPassageFixture([filler(), ...items, filler()])
  expect(await compose('What should I know about the island ferries?', [read])).toEqual([items[1]![0]])
  expect(await compose('When does the island ferry leave?', [read])).toEqual([items[1]![0]])
  expect(await compose('What are the ways to cross?', [read])).toEqual(items.map(([text]) => text))
})

test('a table comes with the line that announces it, and that line with the table', async () => {
  const lines: ScoredLine[] = [
    ['A guest gets at most:', 2],
    ['Stay: one night; Towels: 1; Keys: 1', -3],
    ['Stay: a week; Towels: 3; Keys: 1', -3],
    ['Stay: a month; Towels: 9; Keys: 2', -3],
  ]
  const texts = lines.map(([text]) => text)
  const read = readPassageFixture([filler(), ...lines, filler()])
  expect(await compose('What does a guest get?', [read])).toEqual(texts)
  expect(await compose('How many towels does a guest get who stays a month?', [read])).toEqual([texts[0], texts[3]])
  const rowFirst = readPassageFixture([filler(), [texts[0]!, -5], [texts[1]!, -3], [texts[2]!, 4], filler()])
  expect(await compose('How many towels do I get for a week?', [rowFirst])).toEqual([texts[0], texts[2]])
  const plain = readPassageFixture([
    ['Our guests:', -5],
    [texts[1]!, -3],
    [texts[2]!, 4],
  ])
  expect(await compose('How many towels do I get for a week?', [plain])).toEqual([texts[2]])
})

test('what to do in a case is quoted as a whole paragraph', async () => {
  const sentences = ['If a boat leaks, row to the pier.', 'Put on the vests.', 'Ring the bell at the gate.']
  const body = `${sentences.join(' ')}\nBoats are painted in spring.`
  const lines: ScoredLine[] = [
    [sentences[0]!, 6],
    [sentences[1]!, -5],
    [sentences[2]!, -5],
  ]
  const read = (title: string) => {
    const fixture = readPassageFixture([...lines, ['Boats are painted in spring.', -9]], { title })
    return { ...fixture, passage: { ...fixture.passage, body } }
  }
  expect(await compose('What do I do if a boat leaks?', [read('Leaks')])).toEqual(sentences)
  expect(await compose('My boat leaks, what now?', [read('Leaks')])).toEqual(sentences)
  expect(await compose('What do I do if a boat leaks?', [read('Harbour')])).toEqual(sentences)
  expect(await compose('What do I do with the vests?', [read('Harbour')])).toEqual([sentences[0]])
  expect(await compose('Where do I row with a leak?', [read('Leaks')])).toEqual([sentences[0]])
})

test('a rule that tells its case itself is quoted without the rest of its paragraph', async () => {
  const sentences = ['Staff row for free.', 'Who loses a paddle pays €5.', 'Vests are dried overnight.']
  const fixture = readPassageFixture(
    [
      [sentences[0]!, -6],
      [sentences[1]!, 6],
      [sentences[2]!, -6],
    ],
    { title: 'Gear' },
  )
  const read = { ...fixture, passage: { ...fixture.passage, body: sentences.join(' ') } }
  expect(await compose('What happens if I lose a paddle?', [read])).toEqual([sentences[1]])
  const limited = readPassageFixture([
    ['This holds for rented boats.', -6],
    ['If you lose a paddle, you pay €5.', 6],
  ])
  expect(await compose('What happens if I lose a paddle?', [limited])).toHaveLength(2)
})

test('of lines with labels, the one that the question names is quoted alone', async () => {
  const lines: ScoredLine[] = [
    ['- Address: 5 Quay Street', 6],
    ['- Open: day and night with your badge', 1],
    ['- Parking: next door, €9 a day', 4],
  ]
  const read = readPassageFixture(lines)
  expect(await compose('Where can I park?', [read])).toEqual([lines[2]![0]])
})

test('a line with the case as its label is quoted without the lines around it', async () => {
  const read = readPassageFixture([
    ['Yearly payment costs ten months.', -6],
    ['Schools get half off.', -6],
    ['Downgrading: nothing is deleted for 90 days.', 6],
  ])
  expect(await compose('What happens when a customer downgrades?', [read])).toEqual([
    'Downgrading: nothing is deleted for 90 days.',
  ])
})

test('a sentence that says who can do "this" comes with what its paragraph tells before it', async () => {
  const sentences = ['Open Settings, then Export.', 'You get a file by e-mail.', 'Only owners can do this.']
  const fixture = readPassageFixture([
    ['Prices are listed elsewhere.', -6],
    ...sentences.map((text): ScoredLine => [text, text.startsWith('Only') ? 6 : -6]),
  ])
  const body = `Prices are listed elsewhere.\n${sentences.join(' ')}`
  const read = { ...fixture, passage: { ...fixture.passage, body } }
  expect(await compose('Can customers export their data?', [read])).toEqual(sentences)
})

test('a short answer to a question in the notes comes with the rest of its paragraph', async () => {
  const fixture = readPassageFixture([
    ['Can guests leave late?', 3],
    ['No.', 5],
    ['The cabins are cleaned at eleven.', -6],
    ['Can guests come early?', -9],
    ['Yes, from noon.', -9],
  ])
  const body = 'Can guests leave late? No. The cabins are cleaned at eleven.\nCan guests come early? Yes, from noon.'
  const read = { ...fixture, passage: { ...fixture.passage, body } }
  expect(await compose('Can I leave late?', [read])).toEqual(['No.', 'The cabins are cleaned at eleven.'])
})

test('so does one below a heading that is a question', async () => {
  const body = 'No. The cabins are cleaned at eleven.'
  const lines: ScoredLine[] = [
    ['No.', 5],
    ['The cabins are cleaned at eleven.', -6],
  ]
  const composeBelow = (heading: string) => {
    const fixture = readPassageFixture(lines, { heading })
    return compose('Can I leave late?', [{ ...fixture, passage: { ...fixture.passage, body } }])
  }
  expect(await composeBelow('Guests › Can guests leave late?')).toEqual(['No.', 'The cabins are cleaned at eleven.'])
  expect(await composeBelow('Guests › Leaving late')).toEqual(['No.'])
})

test('of sentences that say the same of several things, the one about the thing that the question names is quoted', async () => {
  const read = readPassageFixture([
    ['Tips at the bar belong to the one who gets them.', 6],
    ['Tips at the counter go into the box for all.', 2],
    ['Tips on card are paid with the wages.', -5],
  ])
  expect(await compose('Who gets tips at the counter?', [read])).toEqual([
    'Tips at the counter go into the box for all.',
  ])
})

test('a short line that gives a value is quoted, a heading only with what follows it', async () => {
  const contact: ScoredLine[] = [
    ['Contact: Dana Weiss', 3],
    ['Phone: 0341 5577', 5],
    ['The fee is paid in May.', -3],
  ]
  expect(await compose('What is the phone number?', [readPassageFixture(contact)])).toContain('Phone: 0341 5577')
  const hours: ScoredLine[] = [
    ['Opening hours', 5],
    ['Sunday 10:00 to 13:00', 4],
  ]
  expect(await compose('When is it open?', [readPassageFixture(hours)])).toContain('Sunday 10:00 to 13:00')
  const chapter: ScoredLine[] = [
    ['Chapter 2: fees', 5],
    ['You pay in May.', -3],
  ]
  expect(await compose('When are fees paid?', [readPassageFixture(chapter)])).toEqual([
    'Chapter 2: fees',
    'You pay in May.',
  ])
})

test('of two things that are asked, the row of the second comes beside the best one', async () => {
  const rows: ScoredLine[] = [
    ['Time: night, 22 to 6; Supplement: 28 %', 2],
    ['Time: Sunday; Supplement: 60 %', 4],
    ['Time: holiday; Supplement: 125 %', 1],
  ]
  const read = readPassageFixture(rows)
  expect(await compose('What is the supplement for nights and Sundays?', [read])).toEqual([rows[0]![0], rows[1]![0]])
  expect(await compose('What is the supplement on Sundays?', [read])).toEqual([rows[1]![0]])
})

test('of a table, the rows that a quantity of the question fits are quoted', async () => {
  const rows: ScoredLine[] = [
    ['Boat: Skiff; Carries: 1 or 2 people; Price: €9', 4],
    ['Boat: Gig; Carries: 3 to 6 people; Price: €20', 3],
    ['Boat: Barge; Carries: more than 6 people; Price: €60', 3],
  ]
  expect(await compose('Which boat is right for four people?', [readPassageFixture(rows)])).toEqual([rows[1]![0]])
  expect(await compose('Which boat is right for us?', [readPassageFixture(rows)])).toEqual(rows.map(([text]) => text))
})

test('of rows with one name, those about the rest of the question are quoted', async () => {
  const rows: ScoredLine[] = [
    ['Place: Kobe; For: holiday; Days: 20', 4],
    ['Place: Kobe; For: moving house; Days: 1', 3],
    ['Place: Leipzig; For: holiday; Days: 30', 2],
  ]
  const read = readPassageFixture(rows)
  expect(await compose('How many days do I get for a holiday in Kobe?', [read])).toEqual([rows[0]![0]])
  expect(await compose('How many days do I get in Kobe?', [read])).toEqual([rows[0]![0], rows[1]![0]])
})

const steps: ScoredLine[] = [
  ['To claim expenses:', -4],
  ['1. Scan the receipt.', 5],
  ['2. Upload it to the portal.', -5],
  ['3. Wait for the approval of your lead.', -5],
]

test('a question about steps gets the whole list with its lead-in', async () => {
  expect(await compose('How do I claim expenses?', [readPassageFixture([filler(), ...steps, filler()])])).toEqual(
    steps.map(([text]) => text),
  )
})

const conditions: ScoredLine[] = [
  ['You can borrow the van if you:', -4],
  ['- have a licence', -5],
  ['- have worked here for a year', 5],
]

test('conditions are quoted together: one of them is not enough', async () => {
  const read = readPassageFixture([filler(), ...conditions, filler()])
  expect(await compose('Can I borrow the van after a year?', [read])).toEqual(conditions.map(([text]) => text))
})

test.each([
  [
    'You must not do any of the following:',
    'Share your password with a colleague at work.',
    'Can I share my password?',
  ],
  ['You cannot work from abroad unless:', 'Your manager has agreed to it in writing.', 'Can I work from abroad?'],
  ['Sie dürfen den Wagen nicht leihen, wenn:', 'Sie noch kein Jahr im Betrieb sind.', 'Darf ich den Wagen leihen?'],
  ['The following is forbidden.', 'Smoking in the yard or near the sheds.', 'Can I smoke in the yard?'],
  ['Vous ne pouvez pas :', 'Fumer dans la cour ou près des portes.', 'Puis-je fumer dans la cour ?'],
])('an item is not quoted without the line that denies it: %s', async (leadIn, item, question) => {
  const read = readPassageFixture([filler(), [leadIn, -5], [`- ${item}`, 5], filler()])
  expect(await compose(question, [read])).toEqual([leadIn, `- ${item}`])
})

test('a sentence below a line that says no such thing stands alone', async () => {
  const sentence: ScoredLine = ['- The van is washed every Friday by the depot.', 5]
  const read = readPassageFixture([filler(), ['Some things to know:', -5], ['- a helmet', -5], sentence, filler()])
  expect(await compose('Is the van washed?', [read])).toEqual([sentence[0]])
})

test('conditions that are sentences are quoted together, too; of one thing asked for, its own with their line', async () => {
  const sentence: ScoredLine = ['- The van is washed every Friday by the depot.', 5]
  const read = readPassageFixture([filler(), ...conditions.slice(0, 2), sentence, filler()])
  expect(await compose('Is the van washed?', [read])).toEqual(
    [...conditions.slice(0, 2), sentence].map(([text]) => text),
  )
  expect(await compose('When is the van washed?', [read])).toEqual([conditions[0]![0], sentence[0]])
})

test('when something happens, all conditions are quoted', async () => {
  const lines: ScoredLine[] = [
    ['The van asks for the code again, which has several conditions:', -3],
    ['- The battery was changed in winter.', -6],
    ['- The van is new to the depot.', 5],
  ]
  const read = readPassageFixture([filler(), ...lines, filler()])
  expect(await compose('When does the van ask for the code again?', [read])).toEqual(lines.map(([text]) => text))
})

test('a second row beside a sentence brings the whole table', async () => {
  const rows: ScoredLine[] = [
    ['Server: mail; Window: Sunday at six', 4.5],
    ['Server: files; Window: Saturday at nine', 4.2],
    ['Server: build; Window: any night', -2],
  ]
  const lines: ScoredLine[] = [['Servers are restarted by the night shift only.', 5], ...rows]
  expect(await compose('When may servers be restarted?', [readPassageFixture([...lines, filler()])])).toEqual(
    lines.map(([text]) => text),
  )
})

test('an unsure answer has no bold words', async () => {
  const lines: ScoredLine[] = [['The gate opens at seven each morning.', 6], filler()]
  const answerWith = async (answers: number) => {
    const read = readPassageFixture(lines, { answers, shortAnswer: { line: 0, words: 'at seven' } })
    const sureSpan = { ...read, reading: { ...read.reading, spanMargin: 6 } }
    return (await composeAnswer('When does the gate open?', [sureSpan], noSection))[0]
  }
  expect(await answerWith(6)).toMatchObject({ text: lines[0]![0], shortAnswer: { start: 15, end: 23 } })
  expect(await answerWith(-3.5)).toMatchObject({ text: lines[0]![0], shortAnswer: undefined })
})

test('each list keeps the line above it, also if two notes have the same', async () => {
  const list = (item: string): ScoredLine[] => [filler(), ['The policy does not cover:', -5], [item, 5]]
  const read = [readPassageFixture(list('- damage by mice')), readPassageFixture(list('- broken glass of windows'))]
  expect(await compose('What damage does the policy leave to us?', read)).toEqual([
    ...['The policy does not cover:', '- damage by mice'],
    ...['The policy does not cover:', '- broken glass of windows'],
  ])
})

test('items of one list join below their line', async () => {
  const lines: ScoredLine[] = [
    ['The lab is open to all staff on weekdays.', 4.5],
    ['In the lab you must not:', -5],
    ['- drink water', 4.6],
    ['- eat sandwiches', 5],
    ['- run', -9],
  ]
  expect(await compose('Tell me about food in the lab', [readPassageFixture(lines)])).toEqual(
    [lines[1], lines[2], lines[3], lines[0]].map((line) => line?.[0]),
  )
})

test('a list that is too long for an answer has the item that answers, and signs for what is left out', async () => {
  const long = Array.from(
    { length: 30 },
    (_, index): ScoredLine => [`- have signed form ${index} ${'and again '.repeat(5)}`.trim(), index === 29 ? 5 : -5],
  )
  const read = readPassageFixture([['You can use the gym if you:', -5], ...long])
  expect(await compose('Can I use the gym?', [read])).toEqual([
    'You can use the gym if you:',
    '- …',
    long[29]![0],
    '- …',
  ])
})

test('an abbreviation in the line above a list does not end its sentence', async () => {
  const lines: ScoredLine[] = [
    ['According to Dr. Miller, these people can use the gym:', 5],
    ['- trainees', -3],
    ['- guests', -3],
  ]
  const read = readPassageFixture([...lines, filler()])
  expect(await compose('Is the gym open to guests, by Dr. Miller?', [read])).toEqual(lines.map(([text]) => text))
})

test('a heading that denies is quoted with its item', async () => {
  const item: ScoredLine = ['- Damage from water that enters through open windows', 5]
  const read = readPassageFixture([item], { heading: 'Insurance › Not covered' })
  expect(await compose('Is water damage covered?', [read])).toEqual(['Not covered', item[0]])
})

test('the list that the next sentence announces belongs to an answer about all of a kind', async () => {
  const rest: ScoredLine[] = [
    ['You also need:', -5],
    ['- a helmet', -5],
    ['- a signed form', -5],
  ]
  const read = readPassageFixture([['To borrow the van, be 21 or older.', 5], ...rest, filler()])
  expect(await compose('What are the requirements for the van?', [read])).toEqual([
    'To borrow the van, be 21 or older.',
    ...rest.map(([text]) => text),
  ])
  expect(await compose('How old must I be for the van?', [read])).toEqual(['To borrow the van, be 21 or older.'])
})

test('steps come with the sentence that announces them, also if it has no colon', async () => {
  const [, ...items] = steps
  const read = readPassageFixture([filler(), ['Follow these steps to claim expenses.', -4], ...items, filler()])
  expect(await compose('claim my expenses', [read])).toEqual([
    'Follow these steps to claim expenses.',
    ...items.map(([text]) => text),
  ])
})

test('steps after the next sentence belong to the answer of a question about steps', async () => {
  const lines: ScoredLine[] = [
    ['Expenses are claimed in the portal of the finance team.', 6],
    ['You do this as follows:', -5],
    ...steps.slice(1).map(([text]): ScoredLine => [text, -5]),
  ]
  const read = readPassageFixture([filler(), ...lines, filler()])
  expect(await compose('How do I claim expenses?', [read])).toEqual(lines.map(([text]) => text))
  expect(await compose('Where are expenses claimed?', [read])).toEqual([lines[0]![0]])
})

test('a lead-in that refers back comes with the sentence before it', async () => {
  const lines: ScoredLine[] = [
    ['Ask another administrator to reset your key.', -6],
    ['To do this, they follow these steps:', -4],
    ['1. Open the list of members.', 5],
    ['2. Press Reset.', -5],
  ]
  expect(await compose('How is my key reset?', [readPassageFixture([filler(), ...lines])])).toEqual(
    lines.map(([text]) => text),
  )
})

test('a question about all things of a kind gets the whole list, unless it names one of them', async () => {
  const list: ScoredLine[] = [
    ['Limits of the free plan:', -4],
    ['- Notes have at most ten pictures each.', 5],
    ['- Files have at most twenty megabytes each.', -5],
  ]
  const read = readPassageFixture([filler(), ...list, filler()])
  expect(await compose('What are the limits of the free plan?', [read])).toEqual(list.map(([text]) => text))
  expect(await compose('Can a note have twelve pictures?', [read])).toEqual([list[1]![0]])
  const [leadIn, best, other] = read.scores.slice(1)
  expect([leadIn, best, other].map((score) => score !== undefined)).toEqual([true, true, true])
  best!.coverage = other!.coverage + 0.5
  expect(await compose('What are the limits of pictures on the free plan?', [read])).toEqual([list[1]![0]])
})

test('a comparison of two things gets the sentences about both', async () => {
  const lines: ScoredLine[] = [
    ['The day pass of the gym is for visitors.', -6],
    ['The month pass of the gym is cheaper for members.', 6],
    ['The canteen sells soup on Fridays.', -6],
  ]
  const read = readPassageFixture(lines)
  expect(await compose('day pass vs month pass', [read])).toEqual([lines[0]![0], lines[1]![0]])
  expect(await compose('Which pass is cheaper for members?', [read])).toEqual([lines[1]![0]])
})

test('a question about one thing gets the item alone', async () => {
  const list: ScoredLine[] = [
    ['Opening hours:', -9],
    ['- The gate opens at seven each morning.', 6],
    ['- The canteen opens at eleven on weekdays.', -7],
    ['- The pool is closed in winter for repairs.', -7],
  ]
  expect(await compose('When does the gate open?', [readPassageFixture(list)])).toEqual([
    '- The gate opens at seven each morning.',
  ])
})

test('a list that runs across passages is quoted in order, read from its section', async () => {
  const read = readPassageFixture([['2. Upload it to the portal.', 5]], { documentKey: 7, ordinal: 4 })
  const parts = [
    { ordinal: 3, lines: ['To claim expenses:', '1. Scan the receipt.'] },
    { ordinal: 4, lines: ['2. Upload it to the portal.'] },
    { ordinal: 5, lines: ['3. Wait for the approval of your lead.', 'Questions go to finance.'] },
  ]
  const readSection = vi.fn<SectionReader>(async (_passage, rank) =>
    parts.flatMap(({ ordinal, lines }) => {
      const part = passageFixture({ documentKey: 7, ordinal })
      return lines.map((text, index) => unitOf(text, part, rank, index))
    }),
  )
  expect(await compose('How do I claim expenses?', [read], readSection)).toEqual(steps.map(([text]) => text))
  expect(readSection).toHaveBeenCalledWith(read.passage, 0, { isWide: false })
})

test('the section of a plain sentence is not read', async () => {
  const readSection = vi.fn(noSection)
  await compose('When?', [readPassageFixture([['The gate opens at seven each morning.', 6]])], readSection)
  expect(readSection).not.toHaveBeenCalled()
})

test('a question or heading is never quoted: what follows it is', async () => {
  const faq = readPassageFixture([
    ['When does the gate open?', 9],
    ['At seven each morning, except on Sundays.', 1],
    ['Opening hours', 8],
    filler(),
  ])
  const answer = await compose('When does the gate open?', [faq])
  expect(answer).toContain('At seven each morning, except on Sundays.')
  expect(answer).not.toContain('When does the gate open?')
  expect(answer).not.toContain('Opening hours')
})

test('a question that tells the case of the answer comes before it', async () => {
  const lines: ScoredLine[] = [
    ['A lost badge is blocked at once.', -5],
    ['Found again within 48 hours?', 1],
    ['Security unlocks it after a check.', 6],
  ]
  expect(await compose('Can my badge be unlocked?', [readPassageFixture([...lines, filler()])])).toEqual([
    'Found again within 48 hours?',
    'Security unlocks it after a check.',
  ])
  const asked: ScoredLine = ['What happens if it is found again?', 1]
  expect(await compose('Can my badge be unlocked?', [readPassageFixture([lines[0]!, asked, lines[2]!])])).toEqual([
    'Security unlocks it after a check.',
  ])
})

const sites: ScoredLine[] = [
  ['Site: Kobe; Days: 20', 6],
  ['Site: Leipzig; Days: 27', 2],
  ['Site: Porto; Days: 22', -5],
]

test('a question about one row gets that row alone', async () => {
  expect(await compose('How many vacation days do I get in Kobe?', [readPassageFixture(sites)])).toEqual([
    'Site: Kobe; Days: 20',
  ])
})

test('a comparison gets every row, also those of other passages of the section', async () => {
  const read = readPassageFixture(sites.slice(0, 2), { documentKey: 8, ordinal: 0 })
  const rest = passageFixture({ documentKey: 8, ordinal: 1 })
  const readSection: SectionReader = async (passage, rank) => [
    ...sites.slice(0, 2).map(([text], index) => unitOf(text, passage, rank, index)),
    unitOf('Site: Porto; Days: 22', rest, rank, 0),
    unitOf('The canteen sells soup on Fridays.', rest, rank, 1),
  ]
  expect(await compose('Compare holidays at all sites', [read], readSection)).toEqual(sites.map(([text]) => text))
})

test('rows that the question names are quoted together, and no others', async () => {
  expect(await compose('Compare the vacation days in Kobe and Porto', [readPassageFixture(sites)])).toEqual([
    'Site: Kobe; Days: 20',
    'Site: Porto; Days: 22',
  ])
})

test('every row is quoted if several answer and the question leaves open which one holds', async () => {
  const rows = (...evidence: number[]) =>
    ['Kobe', 'Leipzig', 'Porto'].map((site, index): ScoredLine => [`Site: ${site}; Days: 2${index}`, evidence[index]!])
  const quoted = async (...evidence: number[]) =>
    (await compose('How many vacation days do I get?', [readPassageFixture(rows(...evidence))])).length
  expect(await quoted(5, 4.5, -3)).toBe(3)
  expect(await quoted(5, 2, -3)).toBe(3)
  expect(await quoted(5, 1, -3)).toBe(1)
})

test('a row that has a word of the question to itself is quoted alone unless another one answers nearly as well', async () => {
  const quoted = (evidence: number) =>
    compose('What does the night train cost?', [
      readPassageFixture([
        ['Ride: sleeper at night; Price: €90', 5],
        ['Ride: express; Price: €60', evidence],
      ]),
    ])
  expect(await quoted(3)).toEqual(['Ride: sleeper at night; Price: €90'])
  expect(await quoted(4.5)).toHaveLength(2)
})

const oldRule: ScoredLine = ['Employees get 20 days of paid vacation each year.', 6]
const newRule: ScoredLine = ['Employees get 25 days of paid vacation each year.', 5]

test('of two rivals the newer one is quoted, and the older one left out', async () => {
  const older = readPassageFixture([oldRule], { updatedAt: new Date('2024-01-01T00:00:00Z') })
  const newer = readPassageFixture([newRule], { updatedAt: new Date('2026-01-01T00:00:00Z') })
  expect(await compose('How many vacation days do I get?', [older, newer])).toEqual([newRule[0]])
})

test('of two rivals the verified one is quoted, even if it is older', async () => {
  const newer = readPassageFixture([oldRule], { updatedAt: new Date('2026-01-01T00:00:00Z') })
  const verified = readPassageFixture([newRule], {
    updatedAt: new Date('2024-01-01T00:00:00Z'),
    reviewState: 'Verified',
  })
  expect(await compose('How many vacation days do I get?', [newer, verified])).toEqual([newRule[0]])
})

test('an answer about one thing comes from one passage', async () => {
  const gate: ScoredLine = ['The gate opens at seven each morning.', 6]
  const office: ScoredLine = ['The office of the gate is closed in August.', 5.5]
  const read = [readPassageFixture([gate]), readPassageFixture([office])]
  expect(await compose('When does the gate open?', read)).toEqual([gate[0]])
  expect(await compose('Is the gate open?', read)).toEqual([gate[0], office[0]])
})

test('a fragment of a list adds nothing to a yes or no', async () => {
  const rule: ScoredLine = ['Visitors can borrow the van for a day.', 6]
  const fragment: ScoredLine = ['- Van and bikes', 5.5]
  const read = [readPassageFixture([rule, filler(), fragment])]
  expect(await compose('Can visitors borrow the van?', read)).toEqual([rule[0]])
  expect(await compose('Explain borrowing the van and the bikes', read)).toEqual([rule[0], fragment[0]])
})

test('a further sentence that points to one that is not there is not added', async () => {
  const rule: ScoredLine = ['Visitors can borrow the van for a day.', 6]
  const other = (text: string) => readPassageFixture([[text, 5.5]])
  expect(
    await compose('Can visitors borrow the van?', [readPassageFixture([rule]), other('They pay at the gate.')]),
  ).toEqual([rule[0]])
  expect(
    await compose('Can visitors borrow the van?', [readPassageFixture([rule]), other('Visitors pay there.')]),
  ).toEqual([rule[0], 'Visitors pay there.'])
})

test('a further sentence of a passage that covers less of the question is not added', async () => {
  const read = [
    readPassageFixture([['Visitors can borrow the van for a day.', 6]]),
    readPassageFixture([['Bikes are repaired on Fridays.', 5.5]]),
  ]
  read[1]!.scores[0]!.coverage = 0.2
  expect(await compose('Can visitors borrow the van?', read)).toHaveLength(1)
})

test('a fact is quoted once, also if another note has it in other words', async () => {
  const read = [
    readPassageFixture([['The company provides free coaching to all of its employees.', 6]]),
    readPassageFixture([['Employees of the company get free coaching.', 5.5]]),
  ]
  expect(await compose('Is there coaching for employees?', read)).toHaveLength(1)
})

test('sentences of one passage that share most words are both quoted', async () => {
  const lines: ScoredLine[] = [
    ['Codes 13, 41 and 60 tell a normal restart from an unexpected restart.', 6],
    ['An unexpected restart has code 41.', 5.5],
  ]
  expect(await compose('Is a restart normal or unexpected?', [readPassageFixture(lines)])).toHaveLength(2)
})

test('a sentence without content is not added', async () => {
  const lines: ScoredLine[] = [
    ['The contract is closed when the officer has marked it.', 6],
    ['On to the next!', 5],
  ]
  expect(await compose('Explain the end of a contract', [readPassageFixture(lines)])).toEqual([lines[0]![0]])
})

test('names that nothing introduces come below the heading of their section, without its number', async () => {
  const names: ScoredLine[] = [
    ['- Codecademy', 6],
    ['- Khan Academy', 5],
  ]
  const question = 'What are the resources for learning?'
  expect(await compose(question, [readPassageFixture(names, { heading: '4. Courses' })])).toEqual([
    'Courses',
    ...names.map(([text]) => text),
  ])
  const sentences = names.map(([text, evidence]): ScoredLine => [`${text} has courses for everybody here.`, evidence])
  expect(await compose(question, [readPassageFixture(sentences, { heading: 'Courses' })])).toHaveLength(2)
})

const nested: ScoredLine[] = [
  ['In the first week:', -6],
  ['- Meet the newcomer every day.', -6],
  ['- Add the newcomer to the following:', -6],
  ['  - the calendar', -6],
  ['  - the list of guilds', -6],
  ['- Check the hours.', -6],
]
/** Reads the nested list with this line as the best one. */
const nestedWith = (best: number, further = best) =>
  readPassageFixture(nested.map(([text], line) => [text, line === best ? 6 : line === further ? 5 : -6]))

test('an item below another one comes with that one', async () => {
  expect(await compose('When is the calendar shown?', [nestedWith(3)])).toEqual([nested[2]![0], nested[3]![0].trim()])
})

test('items that answer together come with the item that announces them, not with the rest of the list', async () => {
  const answer = nested.slice(2, 5).map(([text]) => text.trim())
  expect(await compose('What should I add the newcomer to?', [nestedWith(3, 4)])).toEqual(answer)
  expect(await compose('Explain where newcomers are added', [nestedWith(2)])).toEqual(answer)
})

test('an item is quoted without the sentence that announces items below it, which the question does not ask for', async () => {
  const lines: ScoredLine[] = [
    ['- You and the officer build the package. The documents are:', 6],
    ['  - the plan', -6],
    ['  - the report', -6],
  ]
  expect(await compose('Who builds the package?', [readPassageFixture(lines)])).toEqual([
    '- You and the officer build the package.',
  ])
  expect(await compose('Which documents are in the package?', [readPassageFixture(lines)])).toHaveLength(3)
})

test('a line that announces something is not quoted without it', async () => {
  const read = readPassageFixture([
    ['The van is for visitors with a licence.', 5],
    ['To borrow the van you need:', 6],
  ])
  expect(await compose('Explain who the van is for', [read])).toEqual(['The van is for visitors with a licence.'])
})

test('a sentence that announces a list stands alone where the question does not ask for the list', async () => {
  const lines: ScoredLine[] = [
    ['The list below is not complete.', 6],
    ['- a helmet', -6],
    ['- a signed form', -6],
  ]
  expect(await compose('Is the list complete?', [readPassageFixture(lines)])).toEqual([lines[0]![0]])
  expect(await compose('What are the things on the list?', [readPassageFixture(lines)])).toHaveLength(3)
})

test('a list comes first if the question asks for all things of a kind', async () => {
  const lines: ScoredLine[] = [
    ['The framework describes roles at every level of seniority.', 6],
    filler(),
    ['Each framework has two parts:', 5],
    ['- a cover sheet', -2],
    ['- summaries of positions', -2],
  ]
  expect(await compose('What are the parts of a framework?', [readPassageFixture(lines)])).toEqual([
    ...lines.slice(2).map(([text]) => text),
    lines[0]![0],
  ])
})

test('the same statement of another document is not repeated', async () => {
  const read = [readPassageFixture([oldRule]), readPassageFixture([oldRule])]
  expect(await compose('How many vacation days do I get?', read)).toEqual([oldRule[0]])
})

test('the short answer is kept for the best unit only, and never for a list of steps', async () => {
  const one = readPassageFixture([['The gate opens at seven each morning.', 6]], {
    shortAnswer: { line: 0, words: 'seven' },
  })
  const other = readPassageFixture([['Deliveries are accepted from eight on weekdays.', 5]], {
    shortAnswer: { line: 0, words: 'eight' },
  })
  const units = await composeAnswer('What is the first hour of the gate?', [one, other], noSection)
  expect(units.map(({ text, shortAnswer }) => shortAnswer && text.slice(shortAnswer.start, shortAnswer.end))).toEqual([
    'seven',
    undefined,
  ])
  const list = readPassageFixture(steps, { shortAnswer: { line: 1, words: 'Scan' } })
  const quoted = await composeAnswer('How do I claim expenses?', [list], noSection)
  expect(quoted.every(({ shortAnswer }) => shortAnswer === undefined)).toBe(true)
})

test('a superlative gets the row that has the most, unless the question names a row', async () => {
  const rows: ScoredLine[] = [
    ['Site: Kobe; Days: 20', 5],
    ['Site: Leipzig; Days: 30', 4],
    ['Site: Groningen; Days: 27', 3],
  ]
  const read = readPassageFixture(rows)
  expect(await compose('Which site has the most days?', [read])).toEqual(['Site: Leipzig; Days: 30'])
  expect(await compose('What are the most days in Kobe?', [read])).toEqual(['Site: Kobe; Days: 20'])
})

test('numbered steps that answer keep their order', async () => {
  const read = readPassageFixture([
    ['1. Lock the gate with the spare chain.', -9],
    ['2. Ring the caretaker about the gate: 204.', 4],
    ['3. Ring the fire brigade about the gate: 112.', 6],
    filler(),
  ])
  expect(await compose('Who do I ring about the gate?', [read])).toEqual([
    '2. Ring the caretaker about the gate: 204.',
    '3. Ring the fire brigade about the gate: 112.',
  ])
})

test('steps with code or a remark between them are quoted as one list', async () => {
  const lines: ScoredLine[] = [
    ['1. Open the console of the cluster.', -5],
    ['2. Promote the replica with this script:', 6],
    ['promote --all', -9],
    ['restart --now', -9],
    ['The restart takes a minute.', -9],
    ['3. Tell the others in the channel.', -5],
    ['The canteen sells soup on Fridays.', -9],
    ['1. Take a tray from the stack.', -9],
  ]
  const read = readPassageFixture(lines)
  expect(await compose('How do I promote the replica?', [read])).toEqual(lines.slice(0, 6).map(([text]) => text))
})

test('how to use something is answered by the instruction below its heading, however unsure the reader is', async () => {
  const lines: ScoredLine[] = [
    ['You need it for the billing database only.', -6],
    ['Install the client, then download your profile:', 2],
    ['1. Open the portal.', 1],
    ['2. Choose Download.', 1],
  ]
  const read = readPassageFixture(lines, { heading: 'IT › VPN', answers: -20 })
  const steps = lines.slice(1).map(([text]) => text)
  expect(await compose('How do I connect to the VPN?', [read])).toEqual(steps)
  expect(await compose('How do I cancel the VPN?', [read])).toEqual([])
  expect(await compose('How do I connect to the guest network?', [read])).toEqual([])
})

test('so is how to do what its heading says, in a sentence', async () => {
  const lines: ScoredLine[] = [['The client comes first, always in lower case.', 1]]
  const read = (heading: string) => [readPassageFixture(lines, { heading, answers: -20 })]
  expect(await compose('How should I name a file?', read('Projects › Naming files'))).toEqual([lines[0]![0]])
  expect(await compose('How should I name a file of a client?', read('Projects › Naming files'))).toEqual([
    lines[0]![0],
  ])
  expect(await compose('How should I name a file of a supplier?', read('Projects › Naming files'))).toEqual([])
  expect(await compose('How should I name a file?', read('Projects › Archived files'))).toEqual([])
  expect(await compose('How long is the name of a file?', read('Projects › Naming files'))).toEqual([])
})

test('the row that alone lists what the question names is quoted alone', async () => {
  const rows: ScoredLine[] = [
    ['Name: Ann; Role: People; Ask about: contracts, parental leave', 2.9],
    ['Name: Ben; Role: IT; Ask about: laptops, accounts', 1],
    ['Name: Cy; Role: Finance; Ask about: expenses, invoices', 3],
  ]
  const read = readPassageFixture(rows)
  expect(await compose('Who handles expenses?', [read])).toEqual([rows[2]![0]])
  expect(await compose('Who helps me?', [read])).toHaveLength(3)
})

test('a table is no answer if none of its rows is about what the question names', async () => {
  const table: ScoredLine[] = [
    ['Ward: Surgery; Manager: Ingrid Solberg; Phone: 5201', 3],
    ['Ward: Maternity; Manager: Liv Haugen; Phone: 5301', 2.5],
  ]
  const read = readPassageFixture(table, { title: 'Important numbers' })
  const lines = table.map(([text]) => text)
  expect(await compose('Who is the manager of orthopaedics?', [read])).toEqual([])
  expect(await compose('manager orthopaedics', [read])).toEqual([])
  expect(await compose('manager phone', [read])).toEqual(lines)
  expect(await compose('Who is the manager in case of absence?', [read])).toEqual(lines)
  expect(await compose('Who are the managers?', [read])).toEqual(lines)
  const withOthers = readPassageFixture([...table, ['Ward: all others; Manager: Nora Bakke; Phone: 5501', 2]])
  expect(await compose('Who is the manager of orthopaedics?', [withOthers])).toHaveLength(3)
})

test('a sentence that only tells the problem comes with the rest of its paragraph', async () => {
  const read = readPassageFixture([
    ['Seeding fails with "relation is missing".', 6],
    ['You forgot to migrate.', -5],
  ])
  const inLine = { ...read, passage: { ...read.passage, body: read.sentences.join(' ') } }
  expect(await compose('seeding says a relation is missing', [inLine])).toEqual(read.sentences)
  expect(await compose('Who can seed?', [inLine])).toEqual(read.sentences.slice(0, 1))
})

test('a rule comes with the sentence that says it of those whom the question names', async () => {
  const read = readPassageFixture([
    ['Only office staff can work from home.', 6],
    ['Trainees can do so on Fridays.', -9],
  ])
  expect(await compose('Can trainees work from home?', [read])).toEqual(read.sentences)
  expect(await compose('Can office staff work from home?', [read])).toEqual(read.sentences.slice(0, 1))
})
