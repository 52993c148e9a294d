import { expect, test } from 'vitest'
import { splitStream, tooLong } from './split-stream.ts'

async function* chunks(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}

async function collect(parts: AsyncIterable<Buffer | typeof tooLong>): Promise<(string | typeof tooLong)[]> {
  const found: (string | typeof tooLong)[] = []
  for await (const part of parts) found.push(part === tooLong ? tooLong : part.toString())
  return found
}

test('lines end at line feeds alone, wherever chunks end', async () => {
  const text = 'a\u2028b\u2029c\r\n\nd\u0085e\nlast'
  const lines = ['a\u2028b\u2029c\r', '', 'd\u0085e', 'last']
  const bytes = [...Buffer.from(text)].map((byte) => Buffer.from([byte]))
  async function* single() {
    yield* bytes
  }
  expect(await collect(splitStream(chunks(text)))).toEqual(lines)
  expect(await collect(splitStream(single()))).toEqual(lines)
})

test('a separator at the end begins no further part', async () => {
  expect(await collect(splitStream(chunks('a\n', 'b\n')))).toEqual(['a', 'b'])
  expect(await collect(splitStream(chunks('')))).toEqual([])
  expect(await collect(splitStream(chunks('a\nb\0c\0'), { separator: '\0' }))).toEqual(['a\nb', 'c'])
})

test('a part beyond the limit is named in its place, and the others stay', async () => {
  const parts = splitStream(chunks('aaaa\nbb', 'bbb\ncc', 'cc\nddddd'), { maxBytes: 4 })
  expect(await collect(parts)).toEqual(['aaaa', tooLong, 'cccc', tooLong])
})
