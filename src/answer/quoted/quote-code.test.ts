import MarkdownIt from 'markdown-it'
import { describe, expect, test } from 'vitest'
import { readPassageFixture, type ScoredLine } from '../../../test/support/read-passage.ts'
import { createCitationWriter } from '../citations.ts'
import { composeAnswer } from './compose-answer.ts'
import { quoteUnits } from './quote-units.ts'
import { sectionUnits } from './split-units.ts'

/** Lines of code begin with a tab, after the indent of the list that they stand in. */
async function answer(question: string, lines: readonly ScoredLine[]): Promise<string> {
  const read = readPassageFixture(lines.filter(([text]) => text.trim() !== ''))
  read.passage.body = lines.map(([text]) => text).join('\n')
  const units = await composeAnswer(question, [read], async (passage, rank) => sectionUnits([passage], rank))
  const writer = createCitationWriter()
  for (const piece of quoteUnits(units)) writer.add(piece)
  return writer.result().answer
}

const rollback: ScoredLine[] = [
  ['If a release breaks something, go back to the version before it:', -2],
  ['\thatch status', -3],
  ['\t', -9],
  ['\thatch rollback portal --to previous', 5],
  ["A rollback needs nobody's permission.", -6],
]
const rollbackAnswer = [
  'If a release breaks something, go back to the version before it: [1]',
  '',
  '```',
  'hatch status',
  '',
  'hatch rollback portal --to previous',
  '```',
].join('\n')

describe('code that answers', () => {
  test('is quoted as a block, after the line that announces it', async () => {
    expect(await answer('How do I roll the portal back?', rollback)).toBe(rollbackAnswer)
  })

  test('comes with the line above it, if that is what answers', async () => {
    const scores = [6, -3, -9, -4, -6]
    const lines = rollback.map(([text], index): ScoredLine => [text, scores[index]!])
    expect(await answer('How do I roll the portal back?', lines)).toBe(rollbackAnswer)
  })

  test('comes with a sentence that answers how, but not with one about something else', async () => {
    const lines: ScoredLine[] = [
      ['Use curl to create a trip.', 6],
      ['\tcurl -X POST https://api.fledge.test/v1/trips \\', -2],
      ['\t  -H "Authorization: Bearer $TOKEN"', -2],
      ['Trips are kept for a year.', -9],
    ]
    expect(await answer('How do I create a trip?', lines)).toBe(
      'Use curl to create a trip. [1]\n\n```\ncurl -X POST https://api.fledge.test/v1/trips \\\n  -H "Authorization: Bearer $TOKEN"\n```',
    )
    expect(await answer('Who can create a trip?', lines)).toBe('Use curl to create a trip. [1]')
  })

  test('stands in the text if it is one line, before the sentence that says what it does', async () => {
    const lines: ScoredLine[] = [
      ['\t./dev/seed --bikes 200', 1],
      ['This makes 200 invented bikes.', 6],
      ['Never copy customer data.', -9],
    ]
    const expected = '`./dev/seed --bikes 200` [1] This makes 200 invented bikes. [1]'
    expect(await answer('How do I fill my database?', lines)).toBe(expected)
    const [code, sentence, rest] = lines
    const codeFirst: ScoredLine[] = [[code![0], 7], sentence!, rest!]
    expect(await answer('What fills my database?', codeFirst)).toBe(expected)
  })

  test('has a number of its own below it if no text beside it has one', async () => {
    const lines: ScoredLine[] = [
      ['\tlog:', -3],
      ['\t  level: info', 6],
      ['Restart the service after a change.', -9],
    ]
    expect(await answer('What is the log level?', lines)).toBe('```\nlog:\n  level: info\n```\n\n[1]')
  })

  test('is the whole answer', async () => {
    const lines: ScoredLine[] = [
      ['\tgo test ./...', 6],
      ['\t./dev/e2e --only unlock', 5],
      ['The development build accepts every password.', 5],
    ]
    expect(await answer('How do I run the tests?', lines)).toBe(
      '```\ngo test ./...\n./dev/e2e --only unlock\n```\n\n[1]',
    )
  })

  test('interrupts a sentence, which is quoted with it', async () => {
    const lines: ScoredLine[] = [
      ['Make a file with', -3],
      ['\tforge new add_door', -3],
      ['and fill in both halves.', -3],
      ['Then apply it:', -2],
      ['\tforge migrate', 6],
    ]
    const quoted = await answer('How do I apply a new migration?', lines)
    expect(quoted).toMatch(
      /^Make a file with \[1\]\n\n```\nforge new add_door\n```\n\nand fill in both halves\. \[1\] Then apply it:/,
    )
  })

  test('of a long block is the part that its empty lines separate', async () => {
    const part = (name: string, evidence = -5): ScoredLine[] =>
      Array.from({ length: 9 }, (_, index) => [`\t${name} --line ${index}`, index === 3 ? evidence : -5])
    const lines: ScoredLine[] = [...part('first'), ['\t', -9], ...part('second', 6)]
    const quoted = await answer('How do I start the second?', lines)
    expect(quoted).toContain('second --line 8')
    expect(quoted).not.toContain('first')
  })

  test('of a long block without empty lines is quoted whole', async () => {
    const lines = Array.from({ length: 25 }, (_, index): ScoredLine => [`\toption-${index}: on`, index === 20 ? 6 : -5])
    const quoted = await answer('Which option is number twenty?', lines)
    expect(quoted).toMatch(/^```\noption-0: on\n[\s\S]*option-24: on\n```/)
  })

  test('that would read as the number of a source is quoted as text', async () => {
    const quoted = await answer('What prints the first?', [['\tprint(results[0]) # prints the first', 6]])
    expect(quoted).not.toContain('[0]')
    expect(quoted).toContain('[1]')
  })
})

describe('code of a list', () => {
  const steps: ScoredLine[] = [
    ['1. Install the packages and create the settings:', 5],
    ['  \tnpm ci', -4],
    ['  \tcp .env.example .env', -4],
    ['2. Start everything.', 3],
  ]
  const expected = [
    '1. Install the packages and create the settings: [1]',
    '   ```',
    '   npm ci',
    '   cp .env.example .env',
    '   ```',
    '2. Start everything. [1]',
  ].join('\n')

  test('belongs to its step: the steps are one list', async () => {
    expect(await answer('How do I set it up?', steps)).toBe(expected)
    const html = new MarkdownIt().render(expected)
    expect(html.match(/<ol/g)).toHaveLength(1)
    expect(html).toContain('<code>npm ci\ncp .env.example .env\n</code>')
  })

  test('belongs to the step above it if it isn’t indented', async () => {
    expect(
      await answer(
        'How do I set it up?',
        steps.map(([text, evidence]) => [text.replace('  \t', '\t'), evidence]),
      ),
    ).toBe(expected)
  })

  test('brings all steps if it is what answers', async () => {
    const scores = [-2, 5, -4, -3]
    expect(
      await answer(
        'How do I install it?',
        steps.map(([text], index) => [text, scores[index]!]),
      ),
    ).toBe(expected)
  })
})

test('a drawing is no code to quote, a command over several lines with bars is', async () => {
  const command: ScoredLine[] = [
    ['\tps aux \\', 5],
    ['\t  | grep fledge', 5],
  ]
  expect(await answer('How do I find the process?', command)).toContain('```\nps aux \\\n  | grep fledge\n```')
  const drawing: ScoredLine[] = [
    ['\t+-----+', 5],
    ['\t| api | --> | db |', 5],
    ['The API reads the database.', 4],
  ]
  expect(await answer('What reads the database?', drawing)).toBe('The API reads the database. [1]')
})

test.each(['a ` b', '`x`', '```', 'echo "````"', '*b* <i>_u_</i> [x](y) \\'])(
  'the code %j is shown to the letter',
  async (code) => {
    for (const lines of [[code], [code, 'next']]) {
      const quoted = await answer(
        'What is the code?',
        lines.map((line): ScoredLine => [`\t${line}`, 5]),
      )
      const shown = /<code>([\s\S]*?)\n?<\/code>/.exec(new MarkdownIt().render(quoted))?.[1]
      const unescaped = shown
        ?.replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&quot;/g, '"')
      expect(unescaped).toBe(lines.join('\n'))
    }
  },
)
