import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { extractHeadings, renderMarkdown } from './markdown.tsx'

beforeAll(() => {
  Object.defineProperty(globalThis, 'location', {
    value: new URL('https://lore.test/notes'),
    configurable: true,
  })
})

const html = (text: string) => renderToStaticMarkup(renderMarkdown(text))

test('headings, lists, tables and code become elements', () => {
  expect(html('## How many\n\n- a\n- b')).toBe(
    '<h2 id="section-how-many" tabindex="-1">How many</h2><ul><li>a</li><li>b</li></ul>',
  )
  expect(html('| a | b |\n|---|---|\n| 1 | 2 |')).toContain('<table><thead><tr><th>a</th><th>b</th></tr></thead>')
  expect(html('```js\nlet a\n```')).toBe('<pre><code>let a</code></pre>')
  expect(html('3. third')).toBe('<ol start="3"><li>third</li></ol>')
})

test('html stays text', () => {
  for (const text of ['<script>alert(1)</script>', 'a <img src=x onerror=alert(1)> b', '<svg/onload=alert(1)>'])
    expect(html(text)).not.toMatch(/<(?:script|img|svg)/)
})

test('a link that would run code leads nowhere', () => {
  for (const href of [
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '&#106;avascript:x',
  ]) {
    expect(html(`[x](${href})`)).not.toContain('href')
    expect(html(`<${href}>`)).not.toMatch(/href="(?!mailto)/)
  }
  expect(html('[x](#part)')).toBe('<p><a href="#part" class="link">x</a></p>')
  expect(html('[x](https://example.com)')).toContain('rel="noopener noreferrer nofollow"')
})

test('a picture is not loaded but linked', () => {
  expect(html('![plan](https://example.com/p.png)')).toContain('<a href="https://example.com/p.png"')
  expect(html('![plan](javascript:alert(1))')).not.toContain('href')
})

test('an address in a digest is text; its numbers are links', () => {
  const digest = '- See https://evil.example and www.evil.example [1]\n\n[1]: <https://lore.example/notes/1>'
  const shown = renderToStaticMarkup(renderMarkdown(digest, { hasAutolinks: false }))
  expect(shown.match(/href="[^"]*"/g)).toEqual(['href="https://lore.example/notes/1"'])
  expect(shown).toContain('rel="noopener noreferrer nofollow"')
})

test('headings of the same name get addresses of their own', () => {
  expect(extractHeadings('# A\n\n## A\n\ntext')).toEqual([
    { level: 1, text: 'A', slug: 'section-a' },
    { level: 2, text: 'A', slug: 'section-a-2' },
  ])
})

test('tasks have boxes that only show, or call back with their line', () => {
  expect(html('- [ ] a\n- [x] **b**\n- c')).toBe(
    '<ul><li class="task"><input type="checkbox" disabled="" aria-label="a"/>a</li><li class="task"><input type="checkbox" disabled="" aria-label="b" checked=""/><strong>b</strong></li><li>c</li></ul>',
  )
  const shown = renderToStaticMarkup(renderMarkdown('- [ ] a', { onToggleTask: () => {} }))
  expect(shown).not.toContain('disabled')
  expect(html('[ ] no list')).not.toContain('input')
})

test('a quotation with a label is a callout, and one with an unknown label is not', () => {
  expect(html('> [!WARNING]\n> Mind the *gap*\n>\n> twice')).toBe(
    '<div role="note" class="callout callout-warning"><p class="callout-label">Warning</p><p>Mind the <em>gap</em></p><p>twice</p></div>',
  )
  expect(html('> [!NOTE]')).toBe(
    '<div role="note" class="callout callout-note"><p class="callout-label">Note</p></div>',
  )
  expect(html('> [!EVIL"onload=x]\n> text')).toContain('<blockquote>')
  expect(html('> [!NOTE]\n> <img src=x onerror=alert(1)>')).not.toContain('<img')
})
