import { expect, test } from 'vitest'
import { expectLinearTime } from '../../../test/support/growth.ts'
import { createDraftParser } from './draft-parser.ts'
import type { DraftUnit } from './draft-units.ts'

test('tags that link or load something are removed, except in code', () => {
  const draft =
    'Press <a href="https://evil.example/x">here</a> or <IMG src=x onerror=y>there [1]. The element `<form action="/x">` sends it [2].'
  expect(parse(draft)).toEqual([
    { kind: 'sentence', text: 'Press here or there.', numbers: [1], gap: 'paragraph' },
    { kind: 'sentence', text: 'The element `<form action="/x">` sends it.', numbers: [2], gap: 'space' },
  ])
})

test('a number after the stop belongs to the sentence before it, however the text is cut into deltas', () => {
  const draft = 'Rooms are free. [1] They are small.[2][3] **Book one.** [1, 2] Ask Ida【4†source】.'
  const expected = [
    ['Rooms are free.', [1]],
    ['They are small.', [2, 3]],
    ['**Book one.**', [1, 2]],
    ['Ask Ida.', [4]],
  ]
  for (const size of [1, 2, 3, 7, 200]) expect(parse(draft, size).map(textAndNumbers)).toEqual(expected)
})

test('the number of a list item is its marker, not a sentence or a figure', () => {
  const draft = 'Do this:\n1. Open the app [1].\n2. Choose **Leave** [1]. Then save.\n   - It is quick [2].\n'
  for (const size of [1, 5, 200]) {
    expect(parse(draft, size)).toEqual([
      { kind: 'sentence', text: 'Do this:', numbers: [], gap: 'paragraph' },
      itemSentence('Open the app.', [1], { indent: 0, number: 1, isStart: true }),
      itemSentence('Choose **Leave**.', [1], { indent: 0, number: 2, isStart: true }),
      { ...itemSentence('Then save.', [], { indent: 0, number: 2, isStart: false }), gap: 'space' },
      itemSentence('It is quick.', [2], { indent: 3, number: undefined, isStart: true }),
    ])
  }
})

test('headings, tables and fenced code are units of their own', () => {
  const draft = [
    '## Sites',
    '',
    '| Site | Days |',
    '|---|---:|',
    '| Kobe | 20 [1] |',
    '| A \\| B | 30 | [2]',
    '',
    'Run this:',
    '```sh',
    'npm run x | cat [1]',
    '',
    'exit',
    '```',
    'Done [1].',
  ].join('\n')
  for (const size of [1, 6, 400]) {
    expect(parse(draft, size)).toEqual([
      { kind: 'heading', level: 2, text: 'Sites', gap: 'paragraph' },
      { kind: 'table-header', cells: ['Site', 'Days'], gap: 'paragraph' },
      { kind: 'row', cells: ['Kobe', '20'], numbers: [1], gap: 'line' },
      { kind: 'row', cells: ['A \\| B', '30', ''], numbers: [2], gap: 'line' },
      { kind: 'sentence', text: 'Run this:', numbers: [], gap: 'paragraph' },
      { kind: 'code', info: 'sh', text: 'npm run x | cat [1]\n\nexit', gap: 'line' },
      { kind: 'sentence', text: 'Done.', numbers: [1], gap: 'paragraph' },
    ])
  }
})

test('a line with a pipe that no row of dashes follows is text', () => {
  expect(parse('Write `a | b` [1].\nThen go on [2].').map(textAndNumbers)).toEqual([
    ['Write `a | b`.', [1]],
    ['Then go on.', [2]],
  ])
})

test('bold text over two sentences is bold in both; brackets in code are no citation', () => {
  expect(parse('**Mind this. It bites.** Use `row[1]` [2].').map(textAndNumbers)).toEqual([
    ['**Mind this.**', []],
    ['**It bites.**', []],
    ['Use `row[1]`.', [2]],
  ])
})

test('a sentence is returned as soon as the next one begins', () => {
  const parser = createDraftParser()
  expect(parser.push('Rooms are free [1]. T').map(textAndNumbers)).toEqual([['Rooms are free.', [1]]])
})

test('tags of form are left out; a break separates words', () => {
  const draft = '<answer><p>Rooms are <b>free</b> [1].</p> <p>They are small [2].<br>Book one [2].</p></answer>'
  for (const size of [1, 5, 200])
    expect(parse(draft, size).map(textAndNumbers)).toEqual([
      ['Rooms are free.', [1]],
      ['They are small.', [2]],
      ['Book one.', [2]],
    ])
  const [, row] = parse('| Site | Days |\n|---|---|\n| Kobe | 20 days<br>no more. <br/>`a<br>b` [1] |\n')
  expect(row).toMatchObject({ cells: ['Kobe', '20 days, no more. `a<br>b`'] })
  expect(parse('Write <name> if a <b and c> d [1].').map(textAndNumbers)).toEqual([
    ['Write <name> if a <b and c> d.', [1]],
  ])
})

test('a fence of Markdown around the whole draft is none; code within it is', () => {
  const draft = '```markdown\nRooms are free [1].\n\n```sh\nbook\n```\n\n- [x] Book one [2]\n```\n'
  for (const size of [1, 9, 200])
    expect(parse(draft, size).map(textAndNumbers)).toEqual([['Rooms are free.', [1]], ['code'], ['Book one', [2]]])
  expect(parse('Write [1]:\n```markdown\n# Title\n```\n').map(textAndNumbers)).toEqual([['Write:', [1]], ['code']])
})

test('code is as indented as its fence', () => {
  expect(parse('1. Run:\n   ```sh\n   if x; then\n     y\n   fi\n   ```\n').at(-1)).toMatchObject({
    text: 'if x; then\n  y\nfi',
  })
})

test('a footnote below the answer is left out', () => {
  const draft = 'Rooms are free.[^1] Book one [^2].\n\n[^1]: Rooms. Updated 2026.\n[^2]: Booking\n'
  for (const size of [1, 9, 200])
    expect(parse(draft, size).map(textAndNumbers)).toEqual([
      ['Rooms are free.', [1]],
      ['Book one.', [2]],
    ])
})

test('an abbreviation before an amount and, in German, an ordinal end no sentence', () => {
  for (const size of [1, 3, 200])
    expect(parse('- Germany — max. €140 [1]\n- Leeds — max. CHF 220 [1]', size).map(textAndNumbers)).toEqual([
      ['Germany — max. €140', [1]],
      ['Leeds — max. CHF 220', [1]],
    ])
  const parser = createDraftParser('de')
  const german = 'Der Antrag geht bis zum 15. des Monats an Ida [1]. Am 3. Mai ist frei [1].'
  expect([...parser.push(german), ...parser.flush()].map(textAndNumbers)).toEqual([
    ['Der Antrag geht bis zum 15. des Monats an Ida.', [1]],
    ['Am 3. Mai ist frei.', [1]],
  ])
})

test('signs of models before items are markers', () => {
  for (const [first, second] of [
    ['① ', '② '],
    ['1️⃣ ', '2️⃣ '],
    ['– ', '– '],
    ['● ', '● '],
  ])
    for (const size of [1, 200]) {
      const units = parse(`${first}Open the app [1]\n${second}Send it [1]`, size)
      expect(units).toMatchObject([
        { text: 'Open the app', item: { isStart: true } },
        { text: 'Send it', item: { isStart: true } },
      ])
    }
})

test('a page beside a number ends no sentence', () => {
  for (const size of [1, 5, 200])
    expect(parse('It is free [1, p. 3]. It is small [2].', size).map(textAndNumbers)).toEqual([
      ['It is free.', [1]],
      ['It is small.', [2]],
    ])
})

test('a raised number after a figure cites', () => {
  for (const size of [1, 5, 200])
    expect(
      parse('It is open until 17:00.¹ It is 20 m². It costs 5 €.<sup>2</sup> End.', size).map(textAndNumbers),
    ).toEqual([
      ['It is open until 17:00.', [1]],
      ['It is 20 m².', []],
      ['It costs 5 €.', [2]],
      ['End.', []],
    ])
})

function parse(draft: string, size = draft.length): DraftUnit[] {
  const parser = createDraftParser()
  const units: DraftUnit[] = []
  for (let at = 0; at < draft.length; at += size) units.push(...parser.push(draft.slice(at, at + size)))
  return [...units, ...parser.flush()]
}

function itemSentence(text: string, numbers: number[], item: { indent: number; number?: number; isStart: boolean }) {
  return { kind: 'sentence', text, numbers, gap: 'line', item }
}

function textAndNumbers(unit: DraftUnit) {
  return unit.kind === 'sentence' ? [unit.text, unit.numbers] : [unit.kind]
}

test.each([
  ' ',
  '**',
  '- ',
  '[1]',
  '[1] ',
  '.',
  '。',
  '"',
  '<br>',
  '<',
  '| ',
  '`',
  '``',
  '¹',
  'a, ',
  'see [1] ',
  '(see ',
])('a long row of "%s" takes linear time', (piece) => expectLinearTime((text) => parse(`One. ${text}says`), piece))

test('a long heading takes linear time, and only its closing marks are removed', () => {
  expect(parse('## Learn C# ##\n')).toMatchObject([{ kind: 'heading', text: 'Learn C#', level: 2 }])
  expectLinearTime((text) => parse(`# One${text}says\n`), ' ')
})
