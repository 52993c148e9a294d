import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readCorpus } from './beir-folder.ts'

test('a document with a line separator (U+2028) in its text is one line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lorewell-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const texts = ['First\u2028second.', 'Third.']
  const lines = texts.map((text, index) => JSON.stringify({ _id: String(index), title: '', text }))
  writeFileSync(join(folder, 'corpus.jsonl'), `${lines.join('\r\n')}\r\n\n`)
  const read: string[] = []
  for await (const { text } of readCorpus(folder)) read.push(text)
  expect(read).toEqual(texts)
})
