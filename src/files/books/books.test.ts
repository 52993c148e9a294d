import { expect, test } from 'vitest'
import { createZip, type ZipFixtureEntry } from '../../../test/support/zip-archive.ts'
import { readFile } from '../read-file.ts'

const xhtml = (body: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${body}</body></html>`

function epub(chapters: Record<string, string>, extra: ZipFixtureEntry[] = []): Buffer {
  const names = Object.keys(chapters)
  const item = (name: string, index: number) =>
    `<item id="c${index}" href="text/${name}" media-type="application/xhtml+xml"/>`
  return createZip([
    { name: 'mimetype', text: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      text: '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    },
    {
      name: 'OEBPS/book.opf',
      text:
        '<package><metadata><dc:title>The Book</dc:title><meta property="dcterms:modified">2026-01-02T00:00:00Z</meta></metadata>' +
        `<manifest>${names.map(item).join('')}<item id="toc" href="toc.ncx" media-type="application/x-dtbncx+xml"/></manifest>` +
        // The spine has the chapters in reverse.
        `<spine toc="toc">${names
          .map((_, index) => `<itemref idref="c${index}"/>`)
          .reverse()
          .join('')}</spine></package>`,
    },
    {
      name: 'OEBPS/toc.ncx',
      text: `<ncx><navMap>${names
        .map(
          (name) =>
            `<navPoint><navLabel><text>Title of ${name}</text></navLabel><content src="text/${name}#top"/></navPoint>`,
        )
        .join('')}</navMap></ncx>`,
    },
    ...Object.entries(chapters).map(([name, text]) => ({ name: `OEBPS/text/${name}`, text })),
    ...extra,
  ])
}

test('an EPUB is read in the order of its spine; chapters without headings get theirs from the contents', async () => {
  const text = await readFile(
    epub({ 'b.xhtml': xhtml('<p>Last &amp; end</p>'), 'a.xhtml': xhtml('<h2>Start</h2><p>First</p>') }),
    'book',
  )
  expect(text).toEqual({
    type: 'html',
    title: 'The Book',
    updatedAt: new Date('2026-01-02'),
    content:
      '<section><h2>Start</h2><p>First</p></section>\n<section><h1>Title of b.xhtml</h1>\n<p>Last &amp; end</p></section>',
    skipped: [],
  })
})

test('an EPUB that names files outside, or lacks a chapter, is damaged; one with rights management is encrypted', async () => {
  const outside = createZip([
    { name: 'mimetype', text: 'application/epub+zip' },
    { name: 'META-INF/container.xml', text: '<rootfile full-path="../../../../etc/passwd"/>' },
  ])
  await expect(readFile(outside, 'a.epub')).rejects.toMatchObject({ reason: 'damaged' })
  await expect(readFile(epub({}), 'a.epub')).rejects.toMatchObject({ reason: 'damaged' })
  const locked = epub({ 'a.xhtml': xhtml('<p>x</p>') }, [{ name: 'META-INF/rights.xml', text: '<rights/>' }])
  await expect(readFile(locked, 'a.epub')).rejects.toMatchObject({ reason: 'encrypted' })
})

test('the mark of a note does not become part of the word before it', async () => {
  const mark = '<a epub:type="noteref" href="#n1">1</a>'
  const book = epub({ 'a.xhtml': xhtml(`<p>Two hours after Kiel${mark}.</p>`) })
  expect((await readFile(book, 'a.epub')).content).toContain(`Kiel<sup>${mark}</sup>.`)
})

const notebook = (cells: unknown[]) =>
  Buffer.from(JSON.stringify({ nbformat: 4, metadata: { language_info: { name: 'python' } }, cells }))

test('a notebook gives text, code and printed text, but no pictures', async () => {
  const text = await readFile(
    notebook([
      { cell_type: 'markdown', source: ['# Analysis\n', 'Text ![plot](attachment:plot.png)'] },
      {
        cell_type: 'code',
        source: 'print("```")',
        outputs: [
          { output_type: 'stream', text: ['\u001b[31m42\u001b[0m\n'] },
          { output_type: 'display_data', data: { 'image/png': 'iVBORw0KGgo', 'text/plain': ['<Figure>'] } },
          { output_type: 'error', ename: 'ValueError', evalue: 'no', traceback: ['long trace'] },
          { output_type: 'stream', text: 'x'.repeat(10_000) },
        ],
      },
      { cell_type: 'raw', source: 'raw' },
    ]),
    'a.ipynb',
  )
  expect(text).toMatchObject({ type: 'markdown', title: 'Analysis' })
  expect(text.content).toContain(
    '# Analysis\nText \n\n````python\nprint("```")\n````\n\n```\n42\n```\n\n```\nValueError: no\n```',
  )
  expect(text.content).not.toMatch(/iVBOR|Figure|long trace|raw/)
  expect(text.content.length).toBeLessThan(2_500)
})

test('a comment in the code of a notebook is not its title', async () => {
  const code = { cell_type: 'code', source: '# Install it first' }
  const heading = { cell_type: 'markdown', source: '## Fees of C# ##' }
  expect((await readFile(notebook([code]), 'a.ipynb')).title).toBeUndefined()
  expect((await readFile(notebook([code, heading]), 'a.ipynb')).title).toBe('Fees of C#')
})

test('a notebook that nests beyond measure, or is no JSON, has no text', async () => {
  const deep = Buffer.from(`{"cells":${'['.repeat(200_000)}${']'.repeat(200_000)}}`)
  await expect(readFile(deep, 'a.ipynb')).rejects.toMatchObject({
    reason: expect.stringMatching(/empty|too-deep|damaged/),
  })
  await expect(readFile(Buffer.from('{"cells": ['), 'a.ipynb')).rejects.toMatchObject({ reason: 'damaged' })
})
