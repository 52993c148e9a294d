import { expect, test } from 'vitest'
import { splitFrontMatter } from './front-matter.ts'

test('yaml and toml front matter is taken off', () => {
  expect(splitFrontMatter('---\r\na: 1\r\n---\r\nBody', 'T').body.trim()).toBe('Body')
  expect(splitFrontMatter('+++\na = 1\n+++\nBody', 'T').body.trim()).toBe('Body')
})

test('a document that begins with a rule is not cut', () => {
  for (const content of ['---\nJust prose\n---\nmore', '---\na: 1\nno end', 'a: 1\n---\n']) {
    expect(splitFrontMatter(content, 'T')).toEqual({ body: content, readable: [] })
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
  expect(splitFrontMatter(content, 't').readable).toEqual([
    'How it: works',
    'two lines',
    'Tags: one, two words',
    'Keywords: x, y',
  ])
})
