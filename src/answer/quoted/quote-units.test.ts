import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { passageFixture } from '../../../test/support/read-passage.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { createCitationWriter } from '../citations.ts'
import type { AnswerUnit } from './answer-units.ts'
import { quoteUnits } from './quote-units.ts'
import { sectionUnits } from './split-units.ts'

/** Units of one passage, one per line; a text in ⟦brackets⟧ is the short answer. */
function unitsOf(...lines: string[]): AnswerUnit[] {
  const units = sectionUnits([passageFixture({ body: lines.join('\n').replace(/[⟦⟧]/g, '') })], 0)
  expect(units).toHaveLength(lines.length)
  return units.map((unit, index) => {
    const marked = lines[index]!.trim()
    const start = marked.indexOf('⟦')
    return start < 0 ? unit : { ...unit, shortAnswer: { start, end: marked.indexOf('⟧') - 1 } }
  })
}

function answerOf(units: readonly AnswerUnit[]): string {
  const writer = createCitationWriter()
  for (const piece of quoteUnits(units)) writer.add(piece)
  return writer.result().answer
}

const parser = new MarkdownIt({ html: true, linkify: false })
const htmlOf = (...texts: string[]) => parser.render(answerOf(unitsOf(...texts)))

test('the short answer is bold within its sentence', () => {
  expect(answerOf(unitsOf('You get ⟦20 days⟧ of leave.'))).toBe('You get **20 days** of leave. [1]')
  expect(answerOf(unitsOf('- You get ⟦20 days⟧.', '- Ask first.'))).toBe('- You get **20 days**. [1]\n- Ask first. [1]')
})

test('bold covers whole words without the punctuation around them', () => {
  expect(answerOf(unitsOf('It opens at (se⟦ven⟧), daily.'))).toBe('It opens at (**seven**), daily. [1]')
  expect(answerOf(unitsOf('Call ⟦the reception.⟧'))).toBe('Call **the reception**. [1]')
})

test('bold is not widened where words have no spaces between them', () => {
  expect(answerOf(unitsOf('休暇は⟦二十日⟧です。'))).toBe('休暇は**二十日**です。 [1]')
})

test.each([
  '割引は⟦20%⟧です。',
  '料金は⟦€20⟧です。',
  '価格⟦$20⟧です。',
  '上限⟦5℃⟧まで。',
  '部屋は⟦A棟（2階）⟧です。',
  '担当は⟦総務（本社）⟧、毎日です。',
  '割引は ⟦20%⟧ です。',
  '割引（⟦20%⟧）です。',
  'It is ⟦20%⟧.',
  'It is ⟦20%⟧, daily.',
])('bold never shows its asterisks beside a letter or digit: %s', (marked) => {
  const html = htmlOf(marked)
  expect(html).not.toContain('*')
  expect(textOf(html)).toBe(`${marked.replace(/[⟦⟧]/g, '')} [1]`)
})

test('bold that ends with a symbol stays where a blank or punctuation follows', () => {
  expect(answerOf(unitsOf('The discount is ⟦20%⟧, daily.'))).toBe('The discount is **20%**, daily. [1]')
  expect(answerOf(unitsOf('割引（⟦20%⟧）です。'))).toBe('割引（**20%**）です。 [1]')
  expect(answerOf(unitsOf('割引は⟦20%⟧です。'))).toBe('割引は20%です。 [1]')
})

test('the short answer of a row is bold in its cell', () => {
  expect(answerOf(unitsOf('Site: Kobe; Days: ⟦20⟧ (max); Note: ask'))).toContain('| Kobe | **20** (max) | ask [1] |')
  expect(answerOf(unitsOf('Days: 5; Hours: ⟦5⟧'))).toContain('| 5 | **5** [1] |')
})

test('nothing is bold where that would be most of a long sentence, or markup', () => {
  const long = 'one two three four five six seven eight nine ten eleven twelve thirteen'
  expect(answerOf(unitsOf(`⟦${long}⟧.`))).toBe(`${long}. [1]`)
  expect(answerOf(unitsOf('Run ⟦a * b⟧ now.'))).toBe('Run a * b now. [1]')
})

test('nothing is bold that would cut a bracket or a quotation in two', () => {
  expect(answerOf(unitsOf('Open ⟦the page "My devices⟧ at home".'))).toBe('Open the page "My devices at home". [1]')
  expect(answerOf(unitsOf('A ⟦licence (half-day course⟧, free) is needed.'))).not.toContain('**')
})

test.each([
  'It is *⟦20 days⟧* now.',
  'It is _⟦20⟧_ now.',
  'It is `⟦20⟧` now.',
  'It is [⟦20⟧ days](https://x.example) now.',
])('markup beside the short answer stays text: %s', (marked) => {
  const html = htmlOf(marked)
  expect(html).toContain(`<strong>${/⟦(.*)⟧/.exec(marked)?.[1]}</strong>`)
  expect(html).not.toMatch(/<(?!\/?(?:p|strong)>)/)
  expect(textOf(html)).toBe(`${marked.replace(/[⟦⟧]/g, '')} [1]`)
})

test('random hostile sentences show exactly their text, with at most one bold part', () => {
  const random = seededRandom(17)
  const parts = [
    '*',
    '**',
    '_',
    '`',
    '[',
    ']',
    '(',
    ')',
    '\\',
    '<b>',
    '&amp;',
    '~',
    '|',
    '#',
    'ten',
    'days',
    ' ',
    ' ',
    'x',
  ]
  for (let round = 0; round < 2_000; round += 1) {
    const text = `A${Array.from({ length: 12 }, () => random.pick(parts)).join('')}z.`.replace(/\s+/g, ' ')
    const start = random.below(text.length)
    const end = start + 1 + random.below(text.length - start)
    const [unit] = unitsOf(text)
    const html = parser.render(answerOf([{ ...unit!, kind: 'sentence', shortAnswer: { start, end } }]))
    expect(html).not.toMatch(/<(?!\/?(?:p|strong)>)/)
    expect(html.match(/<strong>/g)?.length ?? 0).toBeLessThan(2)
    expect(textOf(html)).toBe(`${text} [1]`)
  }
})

test('a list goes on from 1, and starts again after text', () => {
  expect(answerOf(unitsOf('To claim:', '1. Scan.', '2. Send.'))).toBe('To claim: [1]\n1. Scan. [1]\n2. Send. [1]')
  expect(answerOf(unitsOf('1. Scan.', '2. Send.', 'Then wait for the money.'))).toBe(
    '1. Scan. [1]\n2. Send. [1]\n\nThen wait for the money. [1]',
  )
})

test('a list that does not begin with 1 keeps its numbers', () => {
  expect(htmlOf('Then do this:', '3. Scan.', '4. Send.')).toMatch(/<ol start="3">\s*<li>Scan\. \[1\]<\/li>\s*<li>Send/)
})

test('numbers below an item that do not begin with 1 become bullets: Markdown would read them as text of the item', () => {
  const lines = ['- Send it:', '  3. by mail', '  4. by van', '- Wait.']
  expect(answerOf(unitsOf(...lines))).toBe('- Send it: [1]\n  - by mail [1]\n  - by van [1]\n- Wait. [1]')
  expect(htmlOf(...lines)).toMatch(/Send it: \[1\]\s*<ul>\s*<li>by mail/)
  expect(htmlOf('- Send it:', '  1. by mail', '  2. by van', '- Wait.')).toMatch(/<ol>\s*<li>by mail/)
})

test('items of which some are left out have no numbers: Markdown would count them again', () => {
  expect(answerOf(unitsOf('1. Scan.', '4. Send.', '5. Wait.'))).toBe('- Scan. [1]\n- Send. [1]\n- Wait. [1]')
})

test('bullets after a step are below it, and the steps go on', () => {
  expect(answerOf(unitsOf('1. Scan.', '- front', '• back', '2. Send.'))).toBe(
    '1. Scan. [1]\n   - front [1]\n   - back [1]\n2. Send. [1]',
  )
  const html = htmlOf('1. Scan.', '- front', '- back', '2. Send.')
  expect(html.match(/<ol/g)).toHaveLength(1)
  expect(html).toMatch(/<li>Scan\. \[1\]\s*<ul>/)
})

test('letters and other bullets become bullets, and numbers in brackets stay numbers', () => {
  expect(answerOf(unitsOf('You need:', '(a) a form;', '(b) a ⟦badge⟧.'))).toBe(
    'You need: [1]\n- a form; [1]\n- a **badge**. [1]',
  )
  expect(answerOf(unitsOf('◦ a form', '‣ a badge'))).toBe('- a form [1]\n- a badge [1]')
  expect(answerOf(unitsOf('(1) Scan.', 'a. front', 'b. back', '(2) Send.'))).toBe(
    '1. Scan. [1]\n   - front [1]\n   - back [1]\n2. Send. [1]',
  )
})

test('items below an item stay below it', () => {
  const lines = [
    '- Join:',
    '  - the guild',
    '    - on Monday',
    '  - the list',
    '- Ask early.',
    '10. Wait.',
    '    - or not',
  ]
  expect(answerOf(unitsOf(...lines))).toBe(
    [
      '- Join: [1]',
      '  - the guild [1]',
      '    - on Monday [1]',
      '  - the list [1]',
      '- Ask early. [1]',
      '10. Wait. [1]',
      '    - or not [1]',
    ].join('\n'),
  )
})

test('one item with all others below it is the line above their list', () => {
  expect(answerOf(unitsOf('- Before you ask:', '  - read this', '    - twice', '  - wait'))).toBe(
    'Before you ask: [1]\n- read this [1]\n  - twice [1]\n- wait [1]',
  )
  expect(answerOf(unitsOf('Ask Ida.', '2. Send it:', '   3. by mail', '   4. by van'))).toBe(
    'Ask Ida. [1]\n\nSend it: [1]\n\n3. by mail [1]\n4. by van [1]',
  )
  expect(answerOf(unitsOf('You do:', '- Join:', '  - the guild', '  - the list'))).toBe(
    'You do: [1]\n- Join: [1]\n  - the guild [1]\n  - the list [1]',
  )
})

test.each([
  ['Exclusions', 'Exclusions:'],
  ['Exclusions:', 'Exclusions:'],
  ['Exclusions :', 'Exclusions :'],
  ['対象外：', '対象外：'],
  ['What ends it?', 'What ends it?'],
])('the heading %s stands above its list as %s', (heading, shown) => {
  const [first, ...items] = unitsOf(heading, '- flood', '- fire')
  expect(answerOf([{ ...first!, kind: 'heading' }, ...items])).toBe(`${shown}\n- flood [1]\n- fire [1]`)
  expect(answerOf([{ ...first!, kind: 'heading' }, items[0]!])).toBe(`${shown} flood [1]`)
})

test('a question that tells a case is no statement: its sentence alone has a source', () => {
  expect(answerOf(unitsOf('Ask Ida.', 'Found again?', 'Ask Bo.'))).toBe('Ask Ida. [1] Found again: Ask Bo. [1]')
})

test('an item is below another one only if it is in the source', () => {
  const [first, , , last] = unitsOf('- Ask early.', 'You also join:', '- the guild', '  - on Monday')
  expect(answerOf([first!, last!])).toBe('- Ask early. [1]\n- on Monday [1]')
})

test.each([
  [['- ⟦Ask⟧ early.'], '**Ask** early. [1]'],
  [['6. Send the form.'], 'Send the form. [1]'],
  [['You get:', '- a phone'], 'You get: a phone [1]'],
  [['端末：', '- 電話'], '端末： 電話 [1]'],
  [['Follow the steps below.', '1. Scan it.'], 'Follow the steps below. Scan it. [1]'],
  [['Phones', '- Ask Ida.'], 'Phones: Ask Ida. [1]'],
  [['- Join:', '  - the guild'], 'Join: the guild [1]'],
  [['- Ask early. You join:', '  - the guild'], 'You join: the guild [1]'],
  [['- a phone', 'Ask Ida.'], 'a phone [1]\n\nAsk Ida. [1]'],
])('an item that stands alone is text, after what announces it: %j', (lines, answer) => {
  expect(answerOf(unitsOf(...lines))).toBe(answer)
})

test('rows are a table whose last cells hold the citations', () => {
  expect(
    answerOf(unitsOf('Days by site:', 'Site: Kobe; Days: 20', 'Site: Leipzig; Days: 27; Note: new', 'Ask HR first.')),
  ).toBe(
    [
      'Days by site: [1]\n',
      '| Site | Days | Note |',
      '| --- | --- | --- |',
      '| Kobe | 20 |  [1] |',
      '| Leipzig | 27 | new [1] |\n',
      'Ask HR first. [1]',
    ].join('\n'),
  )
  expect(answerOf(unitsOf('Kobe | 20 | 5'))).toBe('|  |  |  |\n| --- | --- | --- |\n| Kobe | 20 | 5 [1] |')
})

test('rows of different tables are different tables', () => {
  expect(answerOf(unitsOf('Site: Kobe; Days: 20', 'Role: Lead; Pay: 5')).match(/---/g)).toHaveLength(4)
})

test('pipes, backslashes and markup in cells stay text in their cells', () => {
  const html = htmlOf('Key: a|b; Value: c\\|d **e** <b>f</b> C:\\')
  expect([...html.matchAll(/<t[hd]>(.*?)<\/t[hd]>/g)].map(([, cell]) => textOf(cell!))).toEqual([
    'Key',
    'Value',
    'a|b',
    'c\\|d **e** <b>f</b> C:\\ [1]',
  ])
})

test('bracketed numbers of the source are no citations', () => {
  expect(answerOf(unitsOf('See ⟦chapter⟧ [3] there.', 'Site: Kobe [2]; Days: 20'))).not.toMatch(/\[[23]\]/)
})

function textOf(html: string): string {
  const text = html.replace(/<[^>]*>/g, '').trim()
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
