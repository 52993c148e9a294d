import { expect, test } from 'vitest'
import { createAnswerPrinter } from './answer-printer.ts'

/** Returns what is on the terminal after each delta, and at the end. */
function print(...deltas: string[]): string[] {
  let printed = ''
  const printer = createAnswerPrinter({
    write: (text) => {
      printed += text
    },
    bold: (text) => `<${text}>`,
  })
  const states = deltas.map((delta) => {
    printer.add(delta)
    return printed
  })
  printer.end()
  return [...states, printed]
}

test('sentences are printed as they come, with styled bold text and without escapes', () => {
  expect(print('You get **20 days** of \\*leave\\*. [1]', ' Ask HR. [1]')).toEqual([
    'You get <20 days> of *leave*. [1]',
    'You get <20 days> of *leave*. [1] Ask HR. [1]',
    'You get <20 days> of *leave*. [1] Ask HR. [1]\n',
  ])
})

test('a table is printed when it is complete, with aligned columns', () => {
  const states = print(
    ...['Days: [1]', '\n\n| Site | Days | Note |\n| --- | --- | --- |\n| Kobe | **20** | a \\| b [1] |'],
    ...['\n| 東京都 | 5 |  [1] |', '\n\nMore. [2]'],
  )
  expect(states[1]).toBe('Days: [1]\n\n')
  expect(states.at(-1)).toBe(
    ['Days: [1]', '', 'Site    Days  Note', 'Kobe    <20>    a | b [1]', '東京都  5     [1]', '', 'More. [2]', ''].join(
      '\n',
    ),
  )
})

test('a table without column names has no header line, and lists keep their lines', () => {
  expect(print('|  |  |\n| --- | --- |\n| Kobe | 20 [1] |').at(-1)).toBe('Kobe  20 [1]\n')
  expect(print('1. Scan. [1]', '\n2. Send. [1]').at(-1)).toBe('1. Scan. [1]\n2. Send. [1]\n')
})

test('control characters of a document never reach the terminal', () => {
  const printed = print('| a |\n| --- |\n| \u001b]0;x\u0007 **\u001b[2J** [1] |').at(-1)
  expect(printed).not.toContain('\u001b')
  expect(printed).not.toContain('\u0007')
})
