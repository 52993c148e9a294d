import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { parseMarkdownFile } from './import-files.ts'
import { readZip } from './read-zip.ts'

test('the title of a markdown file is that of its front matter or its first heading', () => {
  expect(parseMarkdownFile('---\ntitle: "On call"\n---\nText')).toEqual({ title: 'On call', body: 'Text' })
  expect(parseMarkdownFile('# On call #\n\nText\n# More')).toEqual({ title: 'On call', body: 'Text\n# More' })
  expect(parseMarkdownFile('Just text')).toEqual({ title: '', body: 'Just text' })
})

test('a zip gives its files with their folders, packed or not', async () => {
  const zip = makeZip([
    { path: 'guide/', text: '', isPacked: false },
    { path: 'guide/a.md', text: 'Grüße '.repeat(500), isPacked: true },
    { path: '../../b.md', text: 'plain', isPacked: false },
  ])
  const files = await readZip(zip)
  expect(files.map((file) => file.path)).toEqual(['guide/a.md', 'b.md'])
  expect(await Promise.all(files.map((file) => file.text()))).toEqual(['Grüße '.repeat(500), 'plain'])
})

test('what grows beyond the limit when it is unpacked is refused', async () => {
  const [file] = await readZip(
    makeZip([{ path: 'bomb.md', text: ' '.repeat(5 * 1024 * 1024), isPacked: true }]),
  )
  await expect(file?.text()).rejects.toThrow('larger than 4 MiB')
})

test('what is no zip is told so', async () => {
  await expect(readZip(new Uint8Array(100))).rejects.toThrow('not a zip')
})

function makeZip(entries: { path: string; text: string; isPacked: boolean }[]): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const { path, text, isPacked } of entries) {
    const name = Buffer.from(path)
    const plain = Buffer.from(text)
    const data = isPacked ? deflateRawSync(plain) : plain
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(isPacked ? 8 : 0, 8)
    local.writeUInt32LE(data.length, 18)
    local.writeUInt32LE(plain.length, 22)
    local.writeUInt16LE(name.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(isPacked ? 8 : 0, 10)
    central.writeUInt32LE(data.length, 20)
    central.writeUInt32LE(plain.length, 24)
    central.writeUInt16LE(name.length, 28)
    central.writeUInt32LE(offset, 42)
    locals.push(local, name, data)
    centrals.push(central, name)
    offset += local.length + name.length + data.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...locals, ...centrals, end]))
}
