import { expect, test } from 'vitest'
import { createZip } from '../../../test/support/zip-archive.ts'
import { filesFromInput, parseMarkdownFile, skipReason } from './import-files.ts'

test('the title of a markdown file is that of its front matter or its first heading', () => {
  expect(parseMarkdownFile('---\ntitle: "On call"\n---\nText')).toEqual({ title: 'On call', body: 'Text' })
  expect(parseMarkdownFile('# On call #\n\nText\n# More')).toEqual({ title: 'On call', body: 'Text\n# More' })
  expect(parseMarkdownFile('Just text')).toEqual({ title: '', body: 'Just text' })
})

const zipFile = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'notes.zip')

test('a zip is expanded to its files, with their folders; each that is not imported has a reason', async () => {
  const text = 'Grüße '.repeat(500)
  const files = await filesFromInput([
    zipFile(
      createZip([
        { name: 'guide/', text: '' },
        { name: 'guide/b.md', text },
        { name: 'guide/.hidden.md', text },
        { name: 'logo.png', text },
      ]),
    ),
    new File(['plain'], 'a.txt'),
  ])
  expect(files.map((file) => file.path).sort()).toEqual(['a.txt', 'guide/.hidden.md', 'guide/b.md', 'logo.png'])
  const imported = files.filter((file) => skipReason(file.path) === undefined)
  expect(imported.map((file) => file.path)).toEqual(['a.txt', 'guide/b.md'])
  expect(await Promise.all(imported.map(async (file) => (await file.read()).text()))).toEqual(['plain', text])
  expect(skipReason('logo.png')).toContain('Pictures aren’t imported')
  expect(skipReason('guide/.hidden.md')).toContain('Hidden files aren’t imported')
  expect(skipReason('tool.exe')).toContain('Files of this kind can’t be imported')
})

test('a file that is too large when unpacked is refused', async () => {
  const [file] = await filesFromInput([zipFile(createZip([{ name: 'bomb.md', text: ' '.repeat(65 * 1024 * 1024) }]))])
  await expect(file?.read()).rejects.toThrow('larger than')
})

test('a file that is not a zip is refused', async () => {
  await expect(filesFromInput([zipFile(Buffer.alloc(100))])).rejects.toThrow('not a zip')
})

test('documents of every readable format are imported', () => {
  const names =
    'a.pdf b.docx c.pptx d.xlsx e.odt f.ods g.odp h.rtf i.csv j.eml k.mbox l.msg m.epub n.ipynb o.tar p.tgz q.gz r.PDF'
  expect(names.split(' ').filter((name) => skipReason(name) !== undefined)).toEqual([])
})
