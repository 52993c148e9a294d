import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { jpegOf } from '../../../test/support/jpeg-file.ts'
import { drawPages, pdfOfPictures, pngOf } from '../../../test/support/scanned-pdf.ts'
import { readConfig } from '../../config.ts'
import { createFileReader, type FileReader } from '../file-reader.ts'
import { defaultReadLimits } from '../file-text.ts'
import { readFile } from '../read-file.ts'
import { requireLanguageData } from './ocr-files.ts'
import { recognizedHtml } from './recognized-html.ts'
import { createTextRecognizer } from './text-recognizer.ts'

const lines = ['Travel policy', 'Trips are booked by the travel office.', 'Hotels cost at most 120 euros a night.']
const page = {
  texts: lines.map((text, index) => ({ x: 60, y: 100 + 60 * index, text, size: index === 0 ? 24 : 16 })),
}

let scan: Uint8Array
let picture: Uint8Array
let photo: Uint8Array
beforeAll(async () => {
  const [drawn, blank] = await drawPages([page, { texts: [] }])
  if (!drawn || !blank) throw new Error('Two pages were drawn')
  scan = pdfOfPictures([blank, drawn])
  picture = pngOf(drawn)
  photo = jpegOf(drawn, { maxHeight: 560 })
})

describe('with text recognition', () => {
  const recognizer = createTextRecognizer(['eng'])
  const read = (bytes: Uint8Array, name: string) => readFile(bytes, name, defaultReadLimits, recognizer)

  test('a scanned page is read under its number, without the network', async () => {
    vi.stubGlobal('fetch', () => {
      throw new Error('Nothing may be downloaded')
    })
    const { content } = await read(scan, 'scan.pdf').finally(() => vi.unstubAllGlobals())
    expect(content).toMatch(/^<section data-page="2">\n<p>Travel policy\b/)
    for (const line of lines) expect(content).toContain(line)
    expect(content).not.toContain('data-page="1"')
  })

  test.each(['photo.png', 'photo.jpg'])('a picture is read: %s', async (name) => {
    const { content, type } = await read(name.endsWith('png') ? picture : photo, name)
    expect(type).toBe('html')
    for (const line of lines) expect(content).toContain(line)
  })

  test('a picture that cannot be decoded is damaged, and the next one is read', async () => {
    await expect(read(picture.slice(0, 60), 'photo.png')).rejects.toMatchObject({ reason: 'damaged' })
    const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 1, 2, 3])
    await expect(read(jpeg, 'photo.jpg')).rejects.toMatchObject({ reason: 'damaged' })
    expect((await read(picture, 'photo.png')).content).toContain('Travel policy')
  })

  test('a picture without text has none', async () => {
    const [blank] = await drawPages([{ texts: [] }])
    if (!blank) throw new Error('A page was drawn')
    await expect(read(pngOf(blank), 'blank.png')).rejects.toMatchObject({ reason: 'no-text' })
  })
})

describe('the child process', () => {
  let reader: FileReader | undefined
  afterAll(() => reader?.close())

  test('recognizes text if the reader has languages for it', async () => {
    reader = createFileReader({ ocrLanguages: ['eng'] })
    expect((await reader.read(scan, { name: 'scan.pdf' })).content).toContain('travel office')
  })
})

test.each(['scan.pdf', 'photo.png'])(
  'without text recognition %s has no text, and the reason names the setting',
  async (name) => {
    await expect(readFile(name === 'scan.pdf' ? scan : picture, name)).rejects.toMatchObject({
      reason: 'no-text',
      message: expect.stringContaining('OCR=on'),
    })
  },
)

test('lines become paragraphs; split words are joined, specks are left out', () => {
  expect(recognizedHtml('The travel of-\nfice books.\n\n|\n.\n\nAnn & Bob\n')).toBe(
    '<p>The travel office books.</p>\n<p>Ann &amp; Bob</p>',
  )
})

describe('the languages', () => {
  test('are English unless others are set; off by default', () => {
    expect(readConfig({}).ocrLanguages).toBeUndefined()
    expect(readConfig({ OCR: 'on' }).ocrLanguages).toEqual(['eng'])
    expect(readConfig({ OCR: 'on', OCR_LANGUAGES: 'eng, chi_sim' }).ocrLanguages).toEqual(['eng', 'chi_sim'])
    expect(() => readConfig({ OCR_LANGUAGES: '../eng' })).toThrow('OCR_LANGUAGES must be')
  })

  test('without data stop the start and name the package', () => {
    expect(() => requireLanguageData(['eng'])).not.toThrow()
    expect(() => requireLanguageData(['eng', 'xyz'])).toThrow('npm install @tesseract.js-data/xyz')
  })
})
