import type { FieldWarning, NewNote } from '../../contract/notes.ts'
import { AppError } from '../../errors.ts'

interface NoteText {
  content: string
  type: 'markdown' | 'html'
}

/** Types that clients name for what is a note here. */
const noteTypes = new Set(['note', 'folder', 'document', 'rich_text'])

/**
 * Returns the content that a new note starts with: as given, or that of its template, or its description. A field that
 * cannot be used is reported: clients send fields of other services, and their notes are worth more than a refusal.
 */
export async function readNewNoteText(
  { templateId, attributes, type, description, ...content }: NewNote,
  readTemplate: (id: string) => Promise<NoteText>,
): Promise<{ text: NoteText; warnings: FieldWarning[] }> {
  const given = givenText(content)
  const template = templateId && !given ? await findTemplate(templateId, readTemplate) : undefined
  const text = given ?? template ?? { content: description ?? '', type: 'markdown' }
  return {
    text: { content: text.content, type: text.type },
    warnings: [
      ...(templateId && !template
        ? [ignored('templateId', given ? 'the note has content of its own' : 'there is no such note')]
        : []),
      ...ignoredAttributes(attributes),
      ...(type && !noteTypes.has(type) ? [ignored('type', 'every note is of one type')] : []),
      ...(description && (given ?? template) ? [ignored('description', 'the note has content of its own')] : []),
    ],
  }
}

export function givenText(body: { markdown?: string | undefined; html?: string | undefined }): NoteText | undefined {
  if (body.markdown !== undefined) return { content: body.markdown, type: 'markdown' }
  if (body.html !== undefined) return { content: body.html, type: 'html' }
  return undefined
}

/** Returns the fields of a change to a note that are ignored. */
export function ignoredChanges(change: Pick<NewNote, 'templateId' | 'attributes'>): FieldWarning[] {
  return [
    ...(change.templateId ? [ignored('templateId', 'only a new note starts from a template')] : []),
    ...ignoredAttributes(change.attributes),
  ]
}

/** Returns the template; undefined if it does not exist or the caller cannot see it. */
async function findTemplate(id: string, read: (id: string) => Promise<NoteText>): Promise<NoteText | undefined> {
  try {
    return await read(id)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return undefined
    throw error
  }
}

function ignoredAttributes(attributes: NewNote['attributes']): FieldWarning[] {
  return attributes && attributes.length > 0 ? [ignored('attributes', 'notes have no columns')] : []
}

function ignored(field: string, reason: string): FieldWarning {
  return { field, message: `ignored: ${reason}` }
}
