import { describe, expect, test } from 'vitest'
import { analyze } from '../../ingest/analyze.ts'
import type { HydratedPassage } from '../hydrate-passages.ts'
import { createNearDuplicateCheck } from './near-duplicates.ts'

let lastKey = 0

function passage(body: string, fields: { title?: string; path?: string[]; language?: string } = {}): HydratedPassage {
  lastKey += 1
  return {
    chunkKey: lastKey,
    documentKey: lastKey,
    ordinal: 0,
    terms: new Uint32Array(),
    heading: '',
    body,
    pages: undefined,
    document: {
      id: `d${lastKey}`,
      rootId: undefined,
      sourceName: undefined,
      title: fields.title ?? 'Front gate',
      path: fields.path ?? [],
      url: '',
      isPdf: false,
      isAttachment: false,
      language: fields.language ?? 'en',
      updatedAt: new Date(0),
      reviewState: undefined,
      reviewUntil: undefined,
    },
  }
}

function areNearDuplicates(question: string, a: HydratedPassage, b: HydratedPassage): boolean {
  const terms = analyze(question)
  const check = createNearDuplicateCheck({ terms, weights: new Map(terms.map((term) => [term, 1])) })
  expect(check(b, a)).toBe(check(a, b))
  return check(a, b)
}

const gate =
  'The front gate does not lock when its battery is low. Hold the reset button for ten seconds, then insert a new ' +
  'battery. If the light still blinks, call the facility team and keep the spare key at hand.'

describe('copies', () => {
  test.each([
    ['the same text', gate, gate],
    ['another typography', gate, gate.replace('does not', 'does  not').replace('battery.', 'Battery –')],
    ['an added sentence part', gate, gate.replace('new battery', 'fresh new battery')],
    ['a word replaced away from the question', gate, gate.replace('spare key', 'second key')],
    ['another author', `${gate}\nReported by Ada.`, `${gate}\nReported by Ben.`],
    ['another date', `Reported on 3 March 2026. ${gate}`, `Reported on 17 May 2026. ${gate}`],
    ['another ISO date', `Reported: 2026-03-03. ${gate}`, `Reported: 2026-05-17. ${gate}`],
    ['another ticket number', `Ticket FM-103. ${gate}`, `Ticket FM-277. ${gate}`],
  ])('%s', (_, a, b) => {
    expect(areNearDuplicates('Why does the front gate not lock?', passage(a), passage(b))).toBe(true)
  })

  test('another title', () => {
    const [a, b] = [passage(gate), passage(gate, { title: 'Entrance trouble' })]
    expect(areNearDuplicates('Why does the front gate not lock?', a, b)).toBe(true)
  })
})

const leave = (site: string, days: number) =>
  `Everybody who works in ${site} gets ${days} days of paid leave a year. Ask your manager two weeks ahead and enter ` +
  'the dates in the calendar, so that the team can plan. Unused leave expires at the end of March.'

describe('texts of one template', () => {
  test.each([['How many days of leave do I get?'], ['When does unused leave expire?'], ['paid time off']])(
    'site policies with other figures stay apart: %s',
    (question) => {
      expect(areNearDuplicates(question, passage(leave('Kobe', 20)), passage(leave('Leipzig', 30)))).toBe(false)
      expect(areNearDuplicates(question, passage(leave('Kobe', 20)), passage(leave('Kobe', 30)))).toBe(false)
    },
  )

  test.each([
    ['a name in the sentence asked for', 'Who runs the team?', 'The team is run by Aiko.', 'The team is run by Bernd.'],
    [
      'a date in the sentence asked for',
      'When is the fire drill?',
      'The fire drill is on 3 March.',
      'The fire drill is on 9 May.',
    ],
    ['a negation', 'Are dogs welcome?', 'Dogs are welcome here.', 'Dogs are not welcome here.'],
    [
      'another word in the sentence asked for',
      'How often is the lift serviced?',
      'The lift is serviced weekly.',
      'The lift is serviced monthly.',
    ],
    ['a currency', 'What does the key cost?', 'The key costs $ 20 then.', 'The key costs € 20 then.'],
    ['a time', 'front gate', 'The gate opens at 9:00 then.', 'The gate opens at 10:00 then.'],
    ['a preposition', 'When do I hand in the form?', 'Hand in the form before lunch.', 'Hand in the form after lunch.'],
    ['an added sentence that answers', 'Do contractors sign a form?', '', 'Contractors sign a form too.'],
    ['two names exchanged', 'Who reports to whom?', 'Ada reports to Ben.', 'Ben reports to Ada.'],
  ])('%s', (_, question, a, b) => {
    expect(areNearDuplicates(question, passage(`${a} ${gate}`), passage(`${b} ${gate}`))).toBe(false)
  })

  test('a name under other titles', () => {
    const at = (site: string, name: string) =>
      passage(`${gate} Ask ${name} at the reception.`, { title: `Visiting ${site}` })
    expect(areNearDuplicates('front gate lock', at('Kobe', 'Aiko'), at('Leipzig', 'Bernd'))).toBe(false)
  })

  test('a name that stands above the text, or changes throughout', () => {
    const text = (site: string) => `${gate} ${site} has a second entrance.`
    const below = (site: string) => passage(text(site), { path: [site] })
    expect(areNearDuplicates('front gate lock', below('Kobe'), below('Leipzig'))).toBe(false)
    const throughout = (site: string) => passage(`${text(site)} Ask the ${site} team.`)
    expect(areNearDuplicates('front gate lock', throughout('Kobe'), throughout('Leipzig'))).toBe(false)
  })

  test('the same text, where the question names one of the documents', () => {
    const [kobe, leipzig] = [passage(gate, { title: 'Gate in Kobe' }), passage(gate, { title: 'Gate in Leipzig' })]
    expect(areNearDuplicates('How do I lock the gate in Leipzig?', kobe, leipzig)).toBe(false)
    expect(areNearDuplicates('How do I lock the gate?', kobe, leipzig)).toBe(true)
  })

  test('a text that is too short to stand without its title', () => {
    const text = 'Use the form in the portal.'
    const titled = (title: string) => passage(text, { title })
    expect(areNearDuplicates('form', titled('Sick leave'), titled('Parental leave'))).toBe(false)
    expect(areNearDuplicates('form', titled('Sick leave'), titled('Sick leave (copy 2)'))).toBe(true)
  })

  test('figures in a script without spaces', () => {
    const rule = (days: number) =>
      passage(`神戸の社員は年に${days}日の有給休暇を取得できます。申請は二週間前までに上司へ提出してください。`, {
        language: 'ja',
      })
    expect(areNearDuplicates('有給休暇', rule(20), rule(30))).toBe(false)
    expect(areNearDuplicates('有給休暇', rule(20), rule(20))).toBe(true)
  })
})
