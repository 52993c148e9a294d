import { describe, expect, test } from 'vitest'
import { ingestAsPlainText, ingestDocument } from './ingest-document.ts'
import { estimateTokens } from './token-count.ts'

function ingest(content: string, title = 'Handbook', type: 'markdown' | 'html' = 'markdown') {
  return ingestDocument({ title, content, type })
}

const sentence = 'The committee meets on the first Monday of each month to review open requests.'
const paragraph = (sentences: number) => Array<string>(sentences).fill(sentence).join(' ')

test('a chunk is embedded and indexed with its title and headings in front', () => {
  const [chunk] = ingest('# Leave\n\n## Parental leave\n\nTwenty weeks are paid.').chunks
  expect(chunk).toEqual({
    ordinal: 0,
    headingPath: ['Leave', 'Parental leave'],
    text: 'Twenty weeks are paid.',
    terms: 'handbook handbǀ handbook handbǀ leav leavǀ parent parenǀ leav leavǀ twenti twentǀ week weekǀ paid paidǀ',
    passage: { context: 'Handbook\nLeave > Parental leave', sentences: ['Twenty weeks are paid.'] },
    isLinkList: false,
  })
})

test('a first heading that repeats the title is not repeated', () => {
  expect(ingest('# HANDBOOK\n\nText.').chunks[0]?.passage).toEqual({
    context: 'Handbook',
    sentences: ['Text.'],
  })
})

test('an empty document has one chunk, made from its title', () => {
  for (const content of ['', '  \n', '<!-- nothing -->', '---\na: 1\n---\n']) {
    expect(ingest(content, 'Travel policy').chunks).toEqual([
      {
        ordinal: 0,
        headingPath: [],
        text: 'Travel policy',
        terms: 'travel traveǀ polici policǀ travel traveǀ polici policǀ',
        passage: { context: '', sentences: ['Travel policy'] },
        isLinkList: false,
      },
    ])
  }
})

test('repeats of a word count up to a limit', () => {
  const { chunks } = ingestDocument({
    title: 'Spam',
    content: `${'cheap '.repeat(100)}anchors`,
    type: 'markdown',
  })
  const terms = chunks[0]?.terms.split(' ') ?? []
  expect(terms.filter((term) => term === 'cheap')).toHaveLength(24)
  expect(terms.filter((term) => term === 'anchor')).toHaveLength(1)
})

test('the language is detected and used for the terms', () => {
  const document = ingest('Die Mitarbeiter haben Anspruch auf dreißig Urlaubstage.', 'Policies')
  expect(document.language).toBe('de')
  expect(document.chunks[0]?.terms).toContain('urlaubstag')
})

test('the whole text is readable and in order', () => {
  const { text } = ingest('# A\n\nOne.\n\n- x\n- y\n\n| H |\n|---|\n| 1 |\n| 2 |')
  expect(text).toBe('A\n\nOne.\n\n- x\n- y\n\nH: 1\nH: 2')
})

describe('chunks', () => {
  test('never cross a heading', () => {
    const { chunks } = ingest(`## One\n\n${paragraph(3)}\n\n## Two\n\n${paragraph(3)}`)
    expect(chunks.map((chunk) => chunk.headingPath)).toEqual([['One'], ['Two']])
  })

  test('stay within the window of the model, are of even size and lose nothing', () => {
    const { chunks } = ingest(`${paragraph(40)}\n\n${paragraph(25)}`)
    expect(
      chunks
        .map((chunk) => chunk.text)
        .join(' ')
        .split(sentence),
    ).toHaveLength(66)
    for (const chunk of chunks) {
      expect(estimateTokens(chunk.text)).toBeLessThanOrEqual(200)
      expect(estimateTokens(chunk.text)).toBeGreaterThan(100)
      expect(chunk.text.endsWith('.')).toBe(true)
    }
  })

  test('stay within the window when title and headings are long', () => {
    const heading = 'A very long heading about many things that matter to all of us here '.repeat(4)
    const { chunks } = ingest(`# ${heading}\n\n## ${heading}\n\n${paragraph(30)}`, heading)
    expect(chunks.length).toBeGreaterThan(1)
    for (const { passage } of chunks) {
      expect(estimateTokens([passage.context, ...passage.sentences].join('\n'))).toBeLessThanOrEqual(256)
    }
  })

  test.each([' ', '\t', '\n'])('have no long run of %j, which would cost no tokens', (blank) => {
    const code = `if (open) {${blank.repeat(100_000)}close()\n    retry()\n}`
    for (const content of [`\`\`\`\n${code}\n\`\`\``, `<pre>${code}</pre>`]) {
      const { chunks } = ingest(content, 'Gate', content.startsWith('<') ? 'html' : 'markdown')
      const text = chunks.map((chunk) => chunk.text).join('\n')
      expect(text.replace(/\s+/g, ' ').trim()).toBe('if (open) { close() retry() }')
      expect(text).toContain('close()\n\t    retry()')
      expect(text.length).toBeLessThan(1000)
    }
  })

  test('mark the lines of code, with the indent of their list', () => {
    const code = (indent: string) => `${indent}\`\`\`\n${indent}npm ci\n${indent}  --force\n${indent}\`\`\``
    const { chunks } = ingest(
      `Run:\n\n${code('')}\n\n1. Install:\n\n${code('   ')}\n\n2. Start:\n\n   \`\`\`\n   npm start\n   \`\`\``,
    )
    expect(chunks.map((chunk) => chunk.text).join('\n')).toBe(
      'Run:\n\tnpm ci\n\t  --force\n1. Install:\n  \tnpm ci\n  \t  --force\n2. Start:\n  \tnpm start',
    )
  })

  test('cut a sentence only when it alone is too long', () => {
    const { chunks } = ingest(`${'word '.repeat(900)}end.`)
    expect(chunks.length).toBeGreaterThan(4)
    expect(chunks.map((chunk) => chunk.text).join(' ')).toBe(`${'word '.repeat(900)}end.`)
  })

  test('keep list items whole, and the line that announces them with the first', () => {
    const items = Array.from({ length: 30 }, (_, i) => `- Item ${i} is something that each new colleague needs.`)
    const { chunks } = ingest(`${paragraph(10)}\n\nYou will need:\n\n${items.join('\n')}`)
    const lines = chunks.flatMap((chunk) => chunk.text.split('\n'))
    expect(lines).toEqual(expect.arrayContaining(items))
    expect(chunks.some((chunk) => chunk.text.includes(`You will need:\n${items[0]}`))).toBe(true)
  })

  test.each([
    ['a question', '## FAQ\n\n', 'Can I carry days over?'],
    ['a bold announcement', '', '**How days are carried over, in all our offices:** in short'],
    ['a question with its mark', '', 'Q: Days carried over.'],
    ['two leads', '', 'Carrying over\n\nThe rules are:'],
  ])('keep %s with the answer below it', (_name, heading, question) => {
    for (let sentences = 1; sentences < 24; sentences++) {
      const { chunks } = ingest(
        `${heading}${paragraph(sentences)}\n\n${question}\n\nYes, up to five days.\n\n${paragraph(9)}`,
      )
      const lines = question.replaceAll('*', '').replaceAll('\n\n', '\n')
      expect(chunks.some((chunk) => chunk.text.includes(`${lines}\nYes, up to five days.`))).toBe(true)
    }
  })

  test('keep a list whole if it fits, else its numbers', () => {
    const steps = (count: number) =>
      Array.from({ length: count }, (_, i) => `${i + 1}. Step ${i + 1} takes a while to do.`)
    const short = ingest(`# Laptop\n\n${paragraph(9)}\n\nTo get one:\n\n${steps(8).join('\n')}`).chunks
    expect(short.map((chunk) => chunk.text)).toContain(['To get one:', ...steps(8)].join('\n'))
    const long = ingest(`# Laptop\n\nTo get one:\n\n${steps(40).join('\n')}`).chunks
    expect(long.length).toBeGreaterThan(1)
    expect(long.flatMap((chunk) => chunk.text.split('\n')).slice(1)).toEqual(steps(40))
    expect(long.every((chunk) => chunk.headingPath[0] === 'Laptop')).toBe(true)
  })

  test('are marked if they mostly list links', () => {
    const links = '- [Leave](/leave)\n- [Travel](/travel)\n- [Expenses](/expenses)'
    const isLinkList = (content: string) => ingest(content).chunks[0]?.isLinkList
    expect(isLinkList(links)).toBe(true)
    expect(isLinkList(`Pages:\n\n${links}`)).toBe(true)
    expect(isLinkList(`${sentence}\n\n${links}`)).toBe(false)
    expect(isLinkList('- [Leave](/leave)\n- [Travel](/travel)')).toBe(false)
    expect(isLinkList(links.replaceAll(')', '), explained'))).toBe(false)
  })

  test('index the names of columns once, not once per row', () => {
    const { chunks } = ingest('| Region | Days |\n|---|---|\n| Europe | 25 |\n| Asia | 20 |')
    expect(chunks[0]?.text).toBe('Region: Europe; Days: 25\nRegion: Asia; Days: 20')
    expect(chunks[0]?.terms.split(' ').filter((term) => term === 'region')).toHaveLength(1)
  })

  test('hold several tiny sections of one parent, with their headings in the text', () => {
    const { chunks } = ingest('# Sites\n\n## Oslo\n\nOpen.\n\n## Rome\n\nClosed.\n\n## Bonn\n')
    expect(chunks.map(({ headingPath, text }) => [headingPath, text])).toEqual([
      [['Sites'], 'Oslo\nOpen.\nRome\nClosed.\nBonn'],
    ])
  })

  test('ignore sections if there would be more than the limit', () => {
    const many = Array.from({ length: 25_000 }, (_, i) => `<h${(i % 2) + 1}>h</h${(i % 2) + 1}>${i}`).join('')
    const { chunks } = ingest(many, 'Handbook', 'html')
    expect(chunks.length).toBeLessThanOrEqual(20_000)
    expect(chunks.at(-1)?.text).toContain('24999')
  })
})

describe('hostile documents give text that the database accepts', () => {
  const long = 300_000
  test.each([
    ['nested tags', '<div>'.repeat(long / 5)],
    ['one word', 'a'.repeat(long)],
    ['one line', 'lorem ipsum '.repeat(long / 12)],
    ['joined words', 'a-'.repeat(long / 2)],
    ['ideographs', '字'.repeat(long / 3)],
    ['initials', 'A. '.repeat(long / 3)],
    ['headings', '# h\n'.repeat(long / 4)],
    ['zero bytes', '\0'.repeat(long)],
    ['half characters', '\ud83d '.repeat(long / 2)],
    ['combining marks', `e${'\u0301'.repeat(long)}`],
  ])('%s', (_name, content) => {
    for (const type of ['markdown', 'html'] as const) {
      for (const document of [
        ingestDocument({ title: 'T', content, type }),
        ingestAsPlainText({ title: 'T', content, type }),
      ]) {
        expect(document.chunks.length).toBeGreaterThan(0)
        const everything = document.text + document.chunks.map((chunk) => chunk.text + chunk.terms).join('')
        expect(everything.includes('\0')).toBe(false)
        expect(/\p{Surrogate}/u.test(everything)).toBe(false)
      }
    }
  })
})

test('without a parser the words and headings are still there', () => {
  const content = '# Leave\n\n<script>x < y</script><p>Days: <b>25</b> &amp; more\n- one\n- two'
  const { chunks } = ingestAsPlainText({ title: 'T', content, type: 'markdown' })
  expect(chunks.map(({ headingPath, text }) => [headingPath, text])).toEqual([
    [['Leave'], 'Days: 25 & more\n- one\n- two'],
  ])
})

test('the sections of versions are passages of their own, however short they are', () => {
  const content =
    '# Changes\n\n## 2.3.1 (20 October 2026)\n\n- Fixed a crash.\n\n## 2.3.0 (2 October 2026)\n\n- Dark mode.'
  const { chunks } = ingestDocument({ title: 'Changes', content, type: 'markdown' })
  expect(chunks.map(({ headingPath, text }) => [headingPath.at(-1), text])).toEqual([
    ['2.3.1 (20 October 2026)', '- Fixed a crash.'],
    ['2.3.0 (2 October 2026)', '- Dark mode.'],
  ])
})
