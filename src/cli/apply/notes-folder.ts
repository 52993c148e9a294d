import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { z } from 'zod'
import { dateTimeText } from '../../contract/text.ts'
import { parseYamlFrontMatter } from '../front-matter.ts'
import { type FileNote, noteSchema } from './organization-schema.ts'
import { type Located, validateEntry } from './validate-entry.ts'

/** Required front matter; sample/README.md describes the format. */
const frontMatterSchema = z.object({ id: z.string('is required'), updatedAt: dateTimeText() })

/** Reads a folder of Markdown files, with id, title, parent and audience in their front matter. */
export function readNotesFolder(
  directory: string,
  displayPath: string,
): { notes: Located<FileNote>[]; problems: string[] } {
  const problems: string[] = []
  const notes: Located<FileNote>[] = []
  for (const path of markdownFiles(directory, displayPath, problems)) {
    const location = `${displayPath}/${relative(directory, path).split(sep).join('/')}`
    const note = readNote(path, location, problems)
    if (note) notes.push({ location, value: note })
  }
  return { notes, problems }
}

function markdownFiles(directory: string, displayPath: string, problems: string[]): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
  } catch (error) {
    problems.push(`notesFrom: the folder ${displayPath} cannot be read (${(error as Error).message})`)
    return []
  }
}

function readNote(path: string, location: string, problems: string[]): FileNote | undefined {
  try {
    const { fields, content } = parseYamlFrontMatter(readFileSync(path, 'utf8'))
    const required = validateEntry(frontMatterSchema, fields, location, problems)
    const note = validateEntry(noteSchema, { ...fields, content: content.trim() }, location, problems)
    return required && note
  } catch (error) {
    problems.push(`${location}: ${(error as Error).message}`)
    return undefined
  }
}
