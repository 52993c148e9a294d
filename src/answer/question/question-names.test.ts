import { expect, test } from 'vitest'
import { analyze } from '../../ingest/analyze.ts'
import { quantitiesIn } from './quantity-ranges.ts'
import { missingNameShare, nameCoverage, questionNames } from './question-names.ts'

test.each([
  ['How many vacation days do I get in Kobe?', ['kobe']],
  ['Who is on call for P2 in 2027?', ['p2', '2027']],
  ["What is Pilar Stroosnijder's extension?", ['pilar', 'stroosnijder']],
  ['Who approves €18,000?', ['€18,000']],
  ['The gate is shut. Who opens it?', []],
  // Every German noun begins with a capital letter.
  ['Wie viele Urlaubstage habe ich in Leipzig?', ['leipzig']],
  ['Bekomme ich in Teilzeit weniger Urlaub?', []],
  ['Was muss Frau Brandt mit dem VPN-Formular F-17 machen?', ['brandt', 'vpn-formular', 'f-17']],
])('names in "%s"', (question, expected) => {
  expect(questionNames(question)).toEqual(expected)
})

function missingIn(question: string, text: string): number {
  return missingNameShare(question, { text, terms: new Set(analyze(text)) })
}

test.each([
  ['How many days do I get in Kobe?', 'Site: Kobe; Days: 20', 0],
  ['How many days do I get in Kobe?', 'Site: Leipzig; Days: 27', 1],
  ['How far is Kobe from Osaka?', 'The Kobe office is near the port.', 0.5],
  ['How many days do I get?', 'Site: Leipzig; Days: 27', 0],
  ['What did we sell in 2022?', 'In 2025 we built 4,310 bikes.', 1],
  // The asker's case: seldom in the rule that answers.
  ['I have been here for 18 months, can I take a sabbatical?', 'A sabbatical is possible after two years.', 0],
  // Another form of the word.
  ['Do Germans get more days?', 'The German site has 27 days.', 0],
  // The text names what it belongs to.
  ['May I work from Spain?', 'Up to 20 days from another country of the European Union.', 0],
  ['Darf ich aus Portugal arbeiten?', 'Im Ausland 20 Tage im Jahr.', 0],
  ['May I work from Spain?', 'The site in Kobe opens at seven.', 1],
  ['May I park in Kobe?', 'Every country has its own rules.', 1],
  ['When do we close at Christmas?', 'All sites close from 24 December to 1 January.', 0],
  ['When is the Christmas party?', 'The party is on 3 June.', 1],
  ['May I work from Italy?', 'In other countries of the EU up to six weeks.', 0],
  ['May I work from Italy?', 'Outside of the EU it is not possible.', 1],
  ['May I work from Thailand?', 'In other countries of the EU up to six weeks.', 1],
  ['May I work from Thailand?', 'Outside of the EU it is not possible.', 0],
  ['May I work from Thailand?', 'Up to six weeks abroad.', 0],
  ['When does the canteen close on Sundays?', 'Open 6:30–18:00, weekends 8:00–15:00.', 0],
  ['Is the shop open on Tuesday?', 'Open Monday to Friday.', 0],
  ['Is the shop open on Sunday?', 'Open Fri–Mon.', 0],
  ['Is the shop open on Sunday?', 'Open Monday to Friday.', 1],
  ['Is the shop open on Sunday?', 'Open on weekdays.', 1],
  ['Is the shop open on Wednesday?', 'Open daily.', 0],
  ['Can I swim in July?', 'The pool is open from June to August.', 0],
  ['Can I swim in January?', 'The pool is open from November to February.', 0],
  ['Can I swim in May?', 'The pool is open from June to August.', 1],
  // Part of another word.
  ['Who works in Ulm?', 'The Pulmonary ward opens at seven.', 1],
])('"%s" of "%s": %d is missing', (question, text, expected) => {
  expect(missingIn(question, text)).toBe(expected)
})

test('a range of the text stands for a quantity within it', () => {
  const names = questionNames('Who approves €18,000?')
  const quantities = quantitiesIn('Who approves €18,000?')
  expect(nameCoverage(names, 'Amount: €5,000 to €25,000', quantities)).toBe(1)
  expect(nameCoverage(names, 'Amount: €500 to €5,000', quantities)).toBe(0)
})

test('a long row of signs takes linear time', () => {
  expect(questionNames(`What is ${'$'.repeat(100_000)}x?`)).toEqual([])
  expect(questionNames('Is it (((€18,000))) in "Kobe"...?')).toEqual(['€18,000', 'kobe'])
})
