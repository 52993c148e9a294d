import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pdfFile } from '../../../test/support/pdf-file.ts'
import { createZip } from '../../../test/support/zip-archive.ts'
import { htmlToBlocks } from '../../ingest/html-blocks.ts'
import { defaultReadLimits } from '../file-text.ts'
import { readFile } from '../read-file.ts'

const read = (bytes: Uint8Array, name: string, limits = {}) =>
  readFile(bytes, name, { ...defaultReadLimits, ...limits })

test('each file of a zip archive becomes a section; others are named with the reason', async () => {
  const archive = createZip([
    { name: 'notes/plan.md', text: '---\ntags: x\n---\n# Plan\n\nShip **it**.' },
    { name: 'list.csv', text: 'a,b\n1,2' },
    { name: 'photo.jpg', text: new Uint8Array([0xff, 0xd8, 0, 1, 0, 2]) },
    { name: 'broken.pdf', text: 'not a PDF' },
    { name: '__MACOSX/._list.csv', text: 'x' },
    { name: 'notes/~$plan.docx', text: 'Ida' },
    { name: '.~lock.plan.odt#', text: 'Ida' },
  ])
  const { content, skipped, type } = await read(archive, 'a.zip')
  expect(type).toBe('html')
  expect(content).toContain('<section><h1>notes/plan.md</h1>\n<h2>Plan</h2>\n<p>Ship <strong>it</strong>.</p>')
  expect(content).toContain('<h1>list.csv</h1>\n<table>')
  expect(skipped).toEqual([
    { name: 'photo.jpg', reason: 'unsupported' },
    { name: 'broken.pdf', reason: 'damaged' },
  ])
})

test('the style sheet of a page in an archive strikes out its own text only', async () => {
  const page = (css: string, body: string) =>
    `<html><head><style type="text/css">${css}</style></head><body class="c1">${body}</body></html>`
  const archive = createZip([
    {
      name: 'a.html',
      text: page('.c5{text-decoration:line-through}', '<p>The fee is <span class="c5">40</span> 55.</p>'),
    },
    { name: 'b.html', text: page('.c6{color:red}', '<p>The <span class="c5">price</span> is 9.</p>') },
  ])
  const { content } = await read(archive, 'a.zip')
  const paragraphs = htmlToBlocks(content).filter(({ kind }) => kind === 'paragraph')
  expect(paragraphs.map(({ text }) => text)).toEqual(['The fee is 55.', 'The price is 9.'])
})

test('archives within archives share one limit of unpacked bytes', async () => {
  const inner = createZip([{ name: 'large.txt', text: 'word '.repeat(2_000) }])
  const outer = createZip([
    { name: 'small.txt', text: 'Small' },
    { name: 'inner.zip', text: inner },
  ])
  const { content, skipped } = await read(outer, 'a.zip', { unpackedBytes: 5_000 })
  expect(content).toContain('Small')
  expect(skipped).toEqual([{ name: 'inner.zip/large.txt', reason: 'too-large' }])
  expect((await read(outer, 'a.zip')).skipped).toEqual([])
})

test('nesting stops at the limit of depth', async () => {
  let archive = createZip([{ name: 'a.txt', text: 'core' }])
  for (let level = 0; level < 5; level++) archive = createZip([{ name: `${level}.zip`, text: archive }])
  const { content, skipped } = await read(archive, 'a.zip')
  expect(content).not.toContain('core')
  expect(skipped).toEqual([{ name: '4.zip/3.zip/2.zip/1.zip/0.zip', reason: 'too-deep' }])
})

test('an archive that unpacks to more than it declares is damaged', async () => {
  const archive = createZip([{ name: 'a.txt', text: 'x'.repeat(5_000), declared: { sizeBytes: 10 } }])
  expect((await read(archive, 'a.zip')).skipped).toEqual([{ name: 'a.txt', reason: 'damaged' }])
})

test.each([
  ['a name that leads out', createZip([{ name: '../../etc/a.txt', text: 'x' }]), 'damaged'],
  ['a password', createZip([{ name: 'a.txt', text: 'x', declared: { flags: 1 } }]), 'encrypted'],
  ['no files', createZip([]), 'empty'],
  ['a cut end', createZip([{ name: 'a.txt', text: 'x'.repeat(100) }]).subarray(0, 60), 'damaged'],
])('an archive with %s is refused', async (_what, archive, reason) => {
  await expect(read(archive, 'a.zip')).rejects.toMatchObject({ reason })
})

test('a zip archive under the name of a document is damaged', async () => {
  await expect(read(createZip([{ name: 'a.txt', text: 'x' }]), 'a.docx')).rejects.toMatchObject({ reason: 'damaged' })
})

test('too many entries are refused', async () => {
  const archive = createZip(Array.from({ length: 4 }, (_, index) => ({ name: `${index}.txt`, text: 'x' })))
  await expect(read(archive, 'a.zip', { entries: 3 })).rejects.toMatchObject({ reason: 'too-large' })
})

test('tar archives are read, also compressed', async () => {
  const long = `${'folder/'.repeat(20)}long.txt`
  const tar = Buffer.concat([
    tarEntry('docs/a.txt', 'First'),
    tarEntry('docs/link', '', '2'),
    tarEntry('././@LongLink', `${long}\0`, 'L'),
    tarEntry('cut-name', 'Second'),
    Buffer.alloc(1024),
  ])
  for (const [bytes, name] of [
    [tar, 'a.tar'],
    [gzipSync(tar), 'a.tgz'],
  ] as const) {
    const { content } = await read(bytes, name)
    expect(content).toContain('<h1>docs/a.txt</h1>\n<p>First</p>')
    expect(content).toContain(`<h1>${long}</h1>\n<p>Second</p>`)
    expect(content).not.toContain('docs/link')
  }
  await expect(read(tar.subarray(0, 600 + 512), 'a.tar')).resolves.toBeDefined()
  await expect(read(tar.subarray(0, 515), 'a.tar')).rejects.toMatchObject({ reason: 'damaged' })
})

test('a PDF is read from every kind of archive, and without page numbers of its own', async () => {
  const pdf = Buffer.from(pdfFile([{ texts: [{ x: 50, y: 100, text: 'Inside the archive.' }] }]))
  const tar = Buffer.concat([tarEntry('a.pdf', pdf), tarEntry('b.pdf', pdf), Buffer.alloc(1024)])
  const inTar = await read(tar, 'a.tar')
  expect(inTar.content.match(/Inside the archive\./g)).toHaveLength(2)
  expect(inTar.content).not.toContain('data-page')
  expect((await read(createZip([{ name: 'a.pdf', text: pdf }]), 'a.zip')).content).toContain('Inside the archive.')
  // The one file in it is the whole content, so its pages are pages of the file.
  expect((await read(gzipSync(pdf), 'a.pdf.gz')).content).toContain('<section data-page="1">')
})

test('a gzip bomb stops at the limit', async () => {
  const bomb = gzipSync(Buffer.alloc(10_000_000, 32))
  expect(bomb.length).toBeLessThan(20_000)
  await expect(read(bomb, 'a.txt.gz', { unpackedBytes: 1_000_000 })).rejects.toMatchObject({ reason: 'too-large' })
})

function tarEntry(name: string, text: string | Buffer, kind = '0'): Buffer {
  const data = Buffer.from(text as string)
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write(data.length.toString(8).padStart(11, '0'), 124)
  header.write(kind, 156)
  header.write('ustar\x0000', 257)
  return Buffer.concat([header, data, Buffer.alloc(-data.length & 511)])
}
