import MarkdownIt from 'markdown-it'
import { describe, expect, test } from 'vitest'
import { type RenderableLine, renderDigestMarkdown } from './digest-markdown.ts'

function line(fields: Partial<RenderableLine> = {}): RenderableLine {
  return {
    documentKey: 1,
    kind: 'new',
    said: 'The rota is out.',
    before: '',
    topic: undefined,
    title: 'On call',
    url: 'https://notes.test/1',
    topicName: 'Engineering',
    ...fields,
  }
}

const digest = (lines: RenderableLine[], fields = {}) =>
  renderDigestMarkdown({ lines, moreCount: 0, deletedCount: 0, days: 7, language: 'en', ...fields })

describe('a digest in markdown', () => {
  test('has a section for each topic and a number for each document', () => {
    expect(
      digest(
        [
          line({ kind: 'changed', said: 'It is 27.', before: 'It is 25.' }),
          line({ kind: 'dropped', said: '', before: 'It was nice.' }),
          line({ documentKey: 2, title: 'Doors', url: 'https://notes.test/2', topicName: undefined }),
          line({ documentKey: 3, kind: 'archived', said: '', title: 'Old', url: 'https://notes.test/3' }),
        ],
        { moreCount: 2, deletedCount: 1 },
      ),
    ).toBe(`## Engineering
- **On call** (changed): It is 27. _Before: It is 25._ [1]
- **On call** (no longer says): It was nice. [1]

## Other
- **Doors** (new): The rota is out. [2]

## No longer in use
- **Old** (archived) [3]
- 1 document was deleted.

And 2 more changes.

[1]: <https://notes.test/1>
[2]: <https://notes.test/2>
[3]: <https://notes.test/3>`)
  })

  test('says in one sentence that nothing is new, in the language of the digest', () => {
    expect(digest([])).toBe('Nothing new in the last 7 days.')
    expect(digest([], { days: 1, language: 'de' })).toBe('Nichts Neues seit gestern.')
    expect(digest([], { language: 'xx' })).toBe('Nothing new in the last 7 days.')
  })

  test('lets no document make headings, links, images, tags or numbers', () => {
    const text = digest([
      line({
        title: '[2]: <https://evil.test>',
        said: '# x ![pixel](https://evil.test/p) <img src=x> [7] _a_ `b` | c',
        url: 'https://notes.test/a b>\nc',
      }),
    ])
    expect(text.split('\n')).toHaveLength(4)
    expect(text).toContain('(7)')
    expect(text.split('\n').at(-1)).toBe('[1]: <https://notes.test/a%20b%3E%0Ac>')
    const html = new MarkdownIt({ html: true, linkify: true }).render(text)
    expect(html.match(/<(?!\/)[^>]*>/g)).toEqual([
      '<h2>',
      '<ul>',
      '<li>',
      '<strong>',
      '<a href="https://notes.test/a%20b%3E%0Ac">',
    ])
  })

  test('shows titles and sentences as they are', () => {
    const said = 'Use snake_case, C#, 2*3 < 7 & [sic] at https://acme.test/x_y: `a|b` $5 \\n'
    const html = new MarkdownIt({ linkify: true }).render(digest([line({ title: '*Plan* #2', said })]))
    const shown = html
      .replace(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&amp;', '&')
    expect(shown).toContain(`*Plan* #2 (new): ${said} 1`)
    // A link that the reader makes of a visible address leads where it says.
    expect(html.match(/<a [^>]*>[^<]*/g)).toEqual([
      '<a href="https://acme.test/x_y:">https://acme.test/x_y:',
      '<a href="https://notes.test/1">1',
    ])
  })

  test('truncates long lines', () => {
    const text = digest([line({ said: 'word '.repeat(1000) })])
    expect(text.length).toBeLessThan(500)
    expect(text).toContain('word… [1]')
  })
})
