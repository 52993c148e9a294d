import { expect, test } from 'vitest'
import { createZip } from '../../../test/support/zip-archive.ts'
import { filesFromInput, parseMarkdownFile } from './import-files.ts'

test('the title of a markdown file is that of its front matter or its first heading', () => {
  expect(parseMarkdownFile('---\ntitle: "On call"\n---\nText')).toEqual({ title: 'On call', body: 'Text' })
  expect(parseMarkdownFile('# On call #\n\nText\n# More')).toEqual({ title: 'On call', body: 'Text\n# More' })
  expect(parseMarkdownFile('Just text')).toEqual({ title: '', body: 'Just text' })
})

const zipFile = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'notes.zip')

test('a zip is expanded to the files that can be imported, with their folders', async () => {
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
  expect(files.map((file) => file.path)).toEqual(['a.txt', 'guide/b.md'])
  expect(await Promise.all(files.map((file) => file.text()))).toEqual(['plain', text])
})

test('a file that is too large when unpacked is refused', async () => {
  const [file] = await filesFromInput([zipFile(createZip([{ name: 'bomb.md', text: ' '.repeat(5 * 1024 * 1024) }]))])
  await expect(file?.text()).rejects.toThrow('larger than')
})

test('a file that is not a zip is refused', async () => {
  await expect(filesFromInput([zipFile(Buffer.alloc(100))])).rejects.toThrow('not a zip')
})
