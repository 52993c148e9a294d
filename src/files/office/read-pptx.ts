import { type FormatReader, UnreadableFileError } from '../file-text.ts'
import { readProperties } from './document-properties.ts'
import { finishDocument, withHeadingAsTitle } from './finish-document.ts'
import { readGraphics } from './graphics.ts'
import { OfficePackage } from './office-package.ts'
import { findTarget, readRelationships } from './relationships.ts'
import { SlideReader } from './slide-reader.ts'

/** Reads PowerPoint presentations: each slide is a page, with its speaker notes at the end. Hidden slides are kept. */
export const readPptx: FormatReader = async (bytes, { limits }) => {
  const parts = await OfficePackage.open(bytes, limits)
  const root = await readRelationships(parts, '')
  const path = findTarget(root, 'officeDocument') ?? 'ppt/presentation.xml'
  const related = await readRelationships(parts, path)
  const slideIds: string[] = []
  await parts.walkRequired(path, {
    open(name, attributes) {
      if (name === 'p:sldId') slideIds.push(attributes['r:id'] ?? '')
      return undefined
    },
  })
  const pages: string[] = []
  let length = 0
  for (const [index, id] of slideIds.entries()) {
    const html = await readSlide(parts, related.get(id)?.target ?? '', limits.textLength)
    length += html.length
    if (length > limits.textLength) throw new UnreadableFileError('too-large')
    if (html !== '') pages.push(`<section data-page="${index + 1}">${html}</section>`)
  }
  const content = pages.join('\n')
  const properties = await readProperties(parts, findTarget(root, 'core-properties') ?? '')
  return finishDocument(parts, content, withHeadingAsTitle(properties, content))
}

async function readSlide(parts: OfficePackage, path: string, maxLength: number): Promise<string> {
  const related = await readRelationships(parts, path)
  const slide = new SlideReader({ graphics: await readGraphics(parts, related), maxLength })
  await parts.walk(path, slide)
  const notesPath = findTarget(related, 'notesSlide')
  const notes = new SlideReader({ graphics: new Map(), isNotes: true, maxLength })
  if (notesPath !== undefined) await parts.walk(notesPath, notes)
  const notesHtml = notes.toHtml()
  return slide.toHtml() + (notesHtml === '' ? '' : `\n<aside>${notesHtml}</aside>`)
}
