import { expect, test } from 'vitest'
import { expectLinearTime } from '../../../test/support/growth.ts'
import { readPassageFixture } from '../../../test/support/read-passage.ts'
import { markShortAnswer } from './short-answer.ts'
import { passageUnits } from './split-units.ts'

/** Returns the words that are marked in a line of which the reader found `words`. */
function marked(question: string, line: string, words?: string): string | undefined {
  const read = readPassageFixture([[line, 5]], words === undefined ? {} : { shortAnswer: { line: 0, words } })
  const [unit] = passageUnits(read, 0)
  const [{ text, shortAnswer } = unit!] = markShortAnswer(question, [unit!], unit!)
  return shortAnswer && text.slice(shortAnswer.start, shortAnswer.end)
}

test('the words that the reader found are marked, unless the question asks for an explanation', () => {
  const line = 'The gate opens at seven each morning.'
  expect(marked('When does the gate open?', line, 'seven')).toBe('seven')
  expect(marked('Why does the gate open so late?', line, 'seven')).toBeUndefined()
  expect(marked('What to do when the gate opens?', line, 'seven')).toBeUndefined()
})

test.each([
  ['Resturlaub verfällt am 31. März des Folgejahres.', 'am 31', 'am 31. März'],
  ['Les congés sont perdus après le 30 avril.', 'le 30', 'après le 30 avril'],
  ['Die Kantine ist bis 13. Danach hilft der Automat.', 'bis 13', 'bis 13'],
])('a date is marked with its month: %s', (line, words, expected) => {
  expect(marked('Bis wann?', line, words)).toBe(expected)
})

test('of two things asked, none is marked', () => {
  const line = 'The party is on the last Saturday of June.'
  expect(marked('When is the party?', line, 'the last Saturday of June')).toBe('the last Saturday of June')
  expect(marked('When is the party and who organises it?', line, 'the last Saturday of June')).toBeUndefined()
})

test.each([
  [
    'While there is no extra pay for directors, it is an opportunity.',
    'it is an opportunity',
    'there is no extra pay for directors',
  ],
  ['Directors get no extra pay.', 'no extra pay', 'no extra pay'],
  ['If directors do not ask, they wait for the pay.', 'wait', undefined],
  ['Directors can also get bonuses, shares and extra pay.', 'bonuses', undefined],
  ['Directors meet on Fridays (note: pay is not discussed).', 'Fridays', undefined],
])('of yes or no, the words that say it are marked: %s', (line, words, expected) => {
  expect(marked('Do directors get extra pay?', line, words)).toBe(expected)
})

test.each([
  ['Darf mein Hund ins Büro?', 'Ein Hund darf nicht ins Büro, aber in den Hof.', 'Ein Hund darf nicht ins Büro'],
  ['¿Puedo traer a mi perro?', 'No puede traer un perro; hay una guardería.', 'No puede traer un perro'],
])('the verdict is found in other languages, too: %s', (question, line, expected) => {
  expect(marked(question, line)).toBe(expected)
})

test('of a row, the cell is marked that the question names, that the reader found, or that says yes or no', () => {
  const row = 'Class: Bias; Format: Video call; Guidance: Required; Note: bring the slides of the last class with you'
  expect(marked('What is the format of Bias?', row)).toBe('Video call')
  expect(marked('Do I have to attend Bias?', row)).toBe('Required')
  expect(marked('Where is it held?', row, 'Video')).toBe('Video call')
  expect(marked('What do I bring?', row, 'the slides')).toBe('the slides')
})

test('of several cells of a kind, none is marked if the question leaves open which column holds', () => {
  const prices = 'Boat: Canoe; Hour: €9; Day: €30; Colour: red'
  expect(marked('How much is a canoe?', prices, '€9')).toBeUndefined()
  expect(marked('How much is a canoe for a day?', prices, '€9')).toBe('€30')
  expect(marked('What does the canoe look like?', prices, 'red')).toBe('red')
  expect(marked('How long does jam keep?', 'Food: Jam; Closed: 6 months; Opened: 20 days', '6 months')).toBeUndefined()
  expect(marked('When is the pool open?', 'Place: Pool; Adults: 9:00–21:00; Children: 9:00–19:00', '9:00–21:00')).toBe(
    undefined,
  )
  const rules = 'Age: under 12; Pool: only with an adult; Ropes and nets: not allowed'
  expect(marked('May a child under 12 climb in the nets?', rules)).toBe('not allowed')
  expect(marked('May a child under 12 come?', rules)).toBeUndefined()
})

test('of two rules, the one that is not about the case that is asked is not marked', () => {
  const read = readPassageFixture([
    ['Guests with a boat must register at the pier.', 5],
    ['Day guests may choose.', 3],
  ])
  const units = passageUnits(read, 0)
  const bold = (question: string) => markShortAnswer(question, units, units[0]!)[0]!.shortAnswer
  expect(bold('Must guests with a boat register?')).toBeDefined()
  expect(bold('Must day guests register?')).toBeUndefined()
})

test('of several rows that answer together none has words in bold', () => {
  const read = readPassageFixture(
    [
      ['Farm: Hill; Manager: Ada', 5],
      ['Farm: Marsh; Manager: Bob', 4],
    ],
    { shortAnswer: { line: 0, words: 'Ada' } },
  )
  const rows = passageUnits(read, 0)
  expect(markShortAnswer('Who runs which farm?', rows, rows[0]!).map(({ shortAnswer }) => shortAnswer)).toEqual([
    undefined,
    undefined,
  ])
})

test('nothing is bold where the item below names what the question names', () => {
  const read = readPassageFixture(
    [
      ['- Hotels: up to 120 €', 5],
      ['  - In London up to 180 €', 3],
    ],
    { shortAnswer: { line: 0, words: 'up to 120 €' } },
  )
  const units = passageUnits(read, 0)
  const bold = (question: string) => markShortAnswer(question, units, units[0]).some((unit) => unit.shortAnswer)
  expect(bold('How much can a hotel in London cost?')).toBe(false)
})

test('what holds for some is not marked if the question is about others', () => {
  const line = 'Designers get a tablet, everyone else may choose a laptop.'
  expect(marked('Which computer do developers get?', line, 'a tablet')).toBeUndefined()
  expect(marked('Which computer do designers get?', line, 'a tablet')).toBe('a tablet')
})

test('the title of a row is marked only if the question does not name it', () => {
  const feature = 'Feature: SSO (SAML); Free: ✗; Team: ✗; Business: ✓'
  expect(marked('Which plan has SSO?', feature, 'SSO')).toBeUndefined()
  expect(marked('Which tool do we use for chat?', 'Tool: Slack; Use: chat; Owner: Ann', 'Slack')).toBe('Slack')
})

test('a name is not marked if the question is about the role of another one', () => {
  const leads = 'Tell Mrs Okafor (designated lead) or Mr Lind (deputy) the same day.'
  expect(marked('Who is the designated lead?', leads, 'Mr Lind')).toBeUndefined()
  expect(marked('Who is the designated lead?', leads, 'Mrs Okafor')).toBe('Mrs Okafor')
  expect(marked('Who is the deputy?', leads, 'Mr Lind')).toBe('Mr Lind')
  expect(marked('Who do I tell?', leads, 'Mr Lind')).toBe('Mr Lind')
})

test('who is asked for is not a cell with a figure', () => {
  const lift = 'Device: Patient lift; Serviced: every 12 months; By: Hilso AS'
  expect(marked('Who services the patient lift?', lift, 'Hilso AS')).toBe('Hilso AS')
  expect(marked('How often is the patient lift serviced?', lift, 'every 12 months')).toBe('every 12 months')
})

test('one of several figures is not marked if the question says more about another one', () => {
  const row = 'Nobody works more than six days in a row, nor more than three nights in a row.'
  expect(marked('How many nights in a row may I work?', row, 'six days')).toBeUndefined()
  expect(marked('How many days in a row may I work?', row, 'six days')).toBe('six days')
  expect(marked('How long is probation?', 'Probation lasts six months; notice is 14 days.', 'six months')).toBe(
    'six months',
  )
})

test('one of several periods is marked only if the question says no more about another one', () => {
  const warranty = 'Five years on the building, two years on doors, one year on paint outside.'
  expect(marked('How long is the warranty on outside paint?', warranty, 'Five years')).toBeUndefined()
  expect(marked('How long is the warranty on the building?', warranty, 'Five years')).toBe('Five years')
})

test('one of several amounts is marked only if the question says more about it than about the others', () => {
  const bonus = '€2,000 for an engineer, €1,000 for everyone else, half of it on their first day.'
  expect(marked('How much is the bonus for a designer?', bonus, '€2,000')).toBeUndefined()
  expect(marked('How much is the bonus for an engineer?', bonus, '€2,000')).toBe('€2,000')
  const refunds = 'Agents may refund up to €200, leads up to €1,000.'
  expect(marked('How much may an agent refund?', refunds, 'up to €200')).toBe('up to €200')
  expect(marked('How much is the deposit?', 'The deposit is €50 (€30 for members).', '€50')).toBe('€50')
})

test.each(['1,', '€1,000 for an engineer, ', 'six days ', '(a) ', '(('])(
  'a long line takes linear time: %j',
  (piece) => {
    expectLinearTime((line) => marked('How much is the bonus for a designer?', `€2,000 ${line}`, '€2,000'), piece)
  },
)
