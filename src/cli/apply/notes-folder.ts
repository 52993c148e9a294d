import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { z } from 'zod'
import { dateTimeText } from '../../contract/text.ts'
import { parseYamlFrontMatter } from '../front-matter.ts'
import { type FileNote, noteSchema } from './organization-schema.ts'
import { type Located, validateEntry } from './validate-entry.ts'

/** What the head of each file must tell; sample/README.md describes the format. */
const frontMatterSchema = z.object({ id: z.string('is required'), updatedAt: dateTimeText() })

/** The notes of a folder of markdown files, each with its id, title, parent and audience in its front matter. */
export function readNotesFolder(
  directory: string,
  shownAs: string,
): { notes: Located<FileNote>[]; problems: string[] } {
  const problems: string[] = []
  const notes: Located<FileNote>[] = []
  for (const path of markdownFiles(directory, shownAs, problems)) {
    const location = `${shownAs}/${relative(directory, path).split(sep).join('/')}`
    const note = readNote(path, location, problems)
    if (note) notes.push({ location, value: note })
  }
  return { notes, problems }
}

function markdownFiles(directory: string, shownAs: string, problems: string[]): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
  } catch (error) {
    problems.push(`notesFrom: the folder ${shownAs} cannot be read (${(error as Error).message})`)
    return []
  }
}

function readNote(path: string, place: string, problems: string[]): FileNote | undefined {
  try {
    const { fields, content } = parseYamlFrontMatter(readFileSync(path, 'utf8'))
    const head = validateEntry(frontMatterSchema, fields, place, problems)
    const note = validateEntry(noteSchema, { ...fields, content: content.trim() }, place, problems)
    return head && note
  } catch (error) {
    problems.push(`${place}: ${(error as Error).message}`)
    return undefined
  }
}
