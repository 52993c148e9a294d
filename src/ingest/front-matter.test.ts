import { expect, test } from 'vitest'
import { frontMatterParagraphs, parseFrontMatter, splitFrontMatter } from './front-matter.ts'

test('YAML and TOML front matter is split off', () => {
  expect(splitFrontMatter('---\r\na: 1\r\n---\r\nBody')).toEqual({
    frontMatter: { source: 'a: 1\r\n', syntax: 'yaml' },
    body: 'Body',
  })
  expect(splitFrontMatter('\ufeff+++\na = 1\n+++\nBody')).toEqual({
    frontMatter: { source: 'a = 1\n', syntax: 'toml' },
    body: 'Body',
  })
})

test('a document that begins with a thematic break is not cut', () => {
  for (const content of ['---\nJust prose\n---\nmore', '---\na: 1\nno end', 'a: 1\n---\n']) {
    expect(parseFrontMatter(content)).toEqual({ fields: new Map(), body: content })
  }
})

test('descriptions and tags are read in the forms that people write', () => {
  const content = `---
title: 'T'
subtitle: "How it: works"
summary: >
  two
  lines
tags: [one, "two words"]
keywords:
- x
- y
author: nobody
---`
  const { fields } = parseFrontMatter(content)
  expect(fields.get('author')).toEqual(['nobody'])
  expect(frontMatterParagraphs(fields, 't')).toEqual([
    'How it: works',
    'two lines',
    'Tags: one, two words',
    'Keywords: x, y',
  ])
})
