import { expect, test } from 'vitest'
import { parseYamlFrontMatter } from './front-matter.ts'

test('the block at the head is split off', () => {
  expect(parseYamlFrontMatter('---\ntitle: On call\ntags: [a, b]\n---\n# Text\n')).toEqual({
    fields: { title: 'On call', tags: ['a', 'b'] },
    content: '# Text\n',
  })
})

test.each([
  ['without one', '# Text\n---\nmore'],
  ['whose block does not end', '---\ntitle: On call\n'],
])('a text %s is all content', (_what, text) => {
  expect(parseYamlFrontMatter(text)).toEqual({ fields: {}, content: text })
})

test('a byte order mark and Windows line ends are fine', () => {
  expect(parseYamlFrontMatter('\uFEFF---\r\ntitle: On call\r\n---\r\nText')).toEqual({
    fields: { title: 'On call' },
    content: 'Text',
  })
})

test('dates stay as they are written', () => {
  expect(parseYamlFrontMatter('---\ndate: 2026-11-01\n---\n').fields).toEqual({ date: '2026-11-01' })
})

test('front matter that is not YAML is an error', () => {
  expect(() => parseYamlFrontMatter('---\ntitle: [a\n---\nText')).toThrow('is not YAML')
})
