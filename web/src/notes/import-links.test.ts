import { expect, test } from 'vitest'
import { importKey, linkToNotes } from './import-links.ts'

const notes = new Map([
  ['top/Übergabe/schicht.md', 'shift'],
  ['top/index.md', 'start'],
  ['top/plan (neu).pdf', 'plan'],
  ['top/Übergabe', 'folder'],
])
const noteIdOf = (path: string) => notes.get(path)
const inMarkdown = (text: string) => linkToNotes(text, { path: 'top/index.md', isHtml: false }, noteIdOf)

test.each([
  ['[a](Übergabe/schicht.md)', '[a](/notes/shift)'],
  ['[a](./%C3%9Cbergabe/schicht.md#ablauf "x")', '[a](/notes/shift#ablauf "x")'],
  ['[a](U\u0308bergabe/schicht.md)', '[a](/notes/shift)'],
  ['[a](Übergabe/schicht)', '[a](/notes/shift)'],
  ['[a](Übergabe/)', '[a](/notes/folder)'],
  ['[a](<plan (neu).pdf>)', '[a](/notes/plan)'],
  ['[a]: Übergabe/schicht.md', '[a]: /notes/shift'],
  ['<a class="x" href="Übergabe/schicht.md">a</a>', '<a class="x" href="/notes/shift">a</a>'],
])('%s leads to the note', (text, expected) => expect(inMarkdown(text)).toBe(expected))

test.each([
  '[a](https://example.com/index.md)',
  '[a](/notes/x)',
  '[a](#ablauf)',
  '[a](gone.md)',
  '[a](../../index.md)',
  '[a](%zz.md)',
  '`[a](index.md)`',
  '```\n[a](index.md)\n```',
])('%s stays', (text) => expect(inMarkdown(text)).toBe(text))

test('links of a page in a folder below, in HTML', () => {
  const page = { path: 'top/Übergabe/seite.html', isHtml: true }
  expect(linkToNotes(`<a href='../index.md'>a</a> <a href="schicht.md">b</a>`, page, noteIdOf)).toBe(
    '<a href="/notes/start">a</a> <a href="/notes/shift">b</a>',
  )
})

test('paths are compared by their letters, however those are written', () => {
  expect(importKey('top/U\u0308bergabe/')).toBe('top/Übergabe')
})
