import { posix } from 'node:path'
import { Parser } from 'htmlparser2'
import { decodeUriPart } from '../../decode-uri-part.ts'
import type { ZipFile } from '../../ingest/zip-reader.ts'
import { decodeText } from '../decode-text.ts'
import { type FormatReader, UnreadableFileError } from '../file-text.ts'
import { escapeHtml } from '../html-writer.ts'
import { htmlBody } from '../inner-files.ts'
import { openZipArchive } from '../zip-archive.ts'

/** Reads the chapters of an EPUB in the order of its spine. Names are only looked up in the archive, never on disk. */
export const readEpub: FormatReader = async (bytes, { limits }) => {
  const files = await openZipArchive(bytes, limits)
  if (files.has('META-INF/rights.xml')) throw new UnreadableFileError('encrypted')
  const container = parseXml(await readEntry(files, 'META-INF/container.xml'))
  const packagePath = container.find(({ name }) => name === 'rootfile')?.attributes['full-path'] ?? ''
  const book = parseXml(await readEntry(files, packagePath))
  const items = new Map(book.filter(({ name }) => name === 'item').map((item) => [item.attributes.id, item]))
  const resolve = (href: string, from: string) => posix.join(posix.dirname(from), decodeUriPart(href))

  const tocPaths = [...items.values()]
    .filter(({ attributes }) => isTableOfContents(attributes))
    .map(({ attributes }) => resolve(attributes.href ?? '', packagePath))
  const chapterTitles = await readChapterTitles(files, tocPaths, resolve)
  const chapters: string[] = []
  let length = 0
  for (const { name, attributes } of book) {
    if (name !== 'itemref' || attributes.linear === 'no') continue
    const item = items.get(attributes.idref)?.attributes
    const path = resolve(item?.href ?? '', packagePath)
    if (!/html/.test(item?.['media-type'] ?? '') || tocPaths.includes(path)) continue
    const html = raiseNoteMarks(htmlBody(await readEntry(files, path)))
    const title = chapterTitles.get(path)
    const heading = title && !/<h[1-6]\b/i.test(html) ? `<h1>${escapeHtml(title)}</h1>\n` : ''
    length += html.length
    if (length > limits.textLength) throw new UnreadableFileError('too-large')
    chapters.push(`<section>${heading}${html}</section>`)
  }
  if (chapters.length === 0) throw new UnreadableFileError('damaged')
  const title = book.find(({ name }) => name === 'dc:title')?.text.trim()
  const modified = book.find(({ attributes }) => attributes.property === 'dcterms:modified')?.text
  return {
    type: 'html',
    content: chapters.join('\n'),
    skipped: [],
    ...(title && { title }),
    ...(modified && !Number.isNaN(Date.parse(modified)) && { updatedAt: new Date(modified) }),
  }
}

/** Marks references to notes as superscripts, which books leave to a style sheet: "Kiel1" is "Kiel" with a note. */
function raiseNoteMarks(html: string): string {
  return html.replace(/<a\b[^<>]*\bepub:type="[^"<>]*\bnoteref\b[^<>]*>[^<]*<\/a>/g, '<sup>$&</sup>')
}

interface XmlElement {
  name: string
  attributes: Record<string, string>
  /** Text directly inside. */
  text: string
}

function parseXml(xml: string): XmlElement[] {
  const elements: XmlElement[] = []
  const open: XmlElement[] = []
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        // Some books write the package's own namespace as a prefix.
        const element = { name: name.replace(/^(?:opf|ocf|ncx):/, ''), attributes, text: '' }
        elements.push(element)
        open.push(element)
      },
      ontext(text) {
        const element = open.at(-1)
        if (element) element.text += text
      },
      onclosetag() {
        open.pop()
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return elements
}

/** Returns the titles that the table of contents gives to chapters, by path. */
async function readChapterTitles(
  files: Map<string, ZipFile>,
  tocPaths: string[],
  resolve: (href: string, from: string) => string,
): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  for (const tocPath of tocPaths) {
    if (!files.has(tocPath)) continue
    let title = ''
    for (const { name, attributes, text } of parseXml(await readEntry(files, tocPath))) {
      // NCX: <navLabel><text>Title</text></navLabel><content src="…"/>; EPUB 3: <a href="…">Title</a>.
      if (name === 'text') title = text.trim()
      const href = name === 'content' ? attributes.src : name === 'a' ? attributes.href : undefined
      if (href === undefined) continue
      const path = resolve(href.replace(/#.*$/, ''), tocPath)
      const label = name === 'a' ? text.trim() : title
      if (label && !titles.has(path)) titles.set(path, label)
    }
  }
  return titles
}

function isTableOfContents({ properties, 'media-type': type }: Record<string, string>): boolean {
  return type === 'application/x-dtbncx+xml' || /\bnav\b/.test(properties ?? '')
}

async function readEntry(files: Map<string, ZipFile>, path: string): Promise<string> {
  const file = files.get(path)
  if (!file) throw new UnreadableFileError('damaged', { cause: new Error(`${path} is missing`) })
  return decodeText(await file.read())
}
