import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserUnavailableReason, warnIfSkipped } from '../browser-app.ts'
import { openRoundTrips } from './round-trip.ts'

warnIfSkipped('that the editor changes no byte by itself')

/** Texts that editors with a document model of their own write back differently. */
const awkwardTexts: Record<string, string> = {
  empty: '',
  'Windows line endings': '# Title\r\n\r\nSome words here.\r\n',
  'mixed line endings': 'one word\r\ntwo words\nthree\rfour words\r\n',
  'a byte order mark': '\uFEFF# Title\n\nSome words.\n',
  'no last line break': 'Some words\n\nlast line',
  'several last line breaks': 'Some words\n\n\n\n',
  'trailing spaces and tabs': 'Hard break  \nnext line \t \n   \nlast words   ',
  'lists of several kinds': '* star\n+ plus\n- dash\n\n1) one\n1) two\n\n10. ten\n   - deep\n\t- tab\n',
  'setext headings and rules': 'Title\n=====\n\nPart\n---\n\n***\n_ _ _\n',
  'emphasis of several kinds': '__bold__ *star* _under_ ***both*** ~~gone~~ \\*escaped\\* a*b*c\n',
  'a table that is not aligned': '|a|b|\n|:-|-:|\n| long cell \\| pipe | `x` |\n\nwords\n',
  'a table without outer pipes': 'head | other\n--- | ---\ncell | more\n',
  'HTML and components':
    '<details>\n<summary>More</summary>\n\n**bold**\n\n</details>\n\n<Note id="x" />\n\n{{< ref "page" >}}\n',
  'front matter': '---\ntitle: "A title"\ntags: [a, b]\n---\n\nText words.\n',
  'code with fences in it': '````md\n```js\nlet word = 1\n```\n````\n\n~~~\ntilde words\n~~~\n\n    indented words\n',
  'references and footnotes':
    'See [this][ref] and [^1].\n\n[ref]: <https://example.com/a b> "Title"\n[^1]: Note words.\n',
  callouts: '> [!NOTE]\n> Words\n>\n>more words\n\n> [!unknown] title\n> words\n',
  'tasks in every notation': '- [ ] open\n- [x] done\n* [X] done too\n1. [ ] numbered\n- [] none\n',
  'unusual characters':
    'Zero\u200Bwidth, nbsp\u00A0here, \u2028line separator, \u000Cform feed, émoji 👩‍👩‍👧, عربي words\n',
  'links and pictures':
    '![alt text](/attachments/none) [](empty) [a](<b c>) <https://example.com> https://example.com/words\n',
}

describe.skipIf(browserUnavailableReason)('a text that goes through the editor', () => {
  let editor: Awaited<ReturnType<typeof openRoundTrips>>
  beforeAll(async () => {
    editor = await openRoundTrips()
  })
  afterAll(() => editor?.close())

  test.each(Object.entries(awkwardTexts))('stays the same: %s', async (_, text) => {
    expect(await editor.measure(text)).toEqual({
      isUnchanged: true,
      isRestored: true,
      isChangedInPlace: /[A-Za-z]{3}/.test(text) ? true : undefined,
    })
  })
})
