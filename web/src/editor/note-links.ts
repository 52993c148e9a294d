import type { Completion, CompletionContext, CompletionSource } from '@codemirror/autocomplete'
import { escapeLabel } from './escape-label.ts'

/** A note that a link can lead to. */
export interface LinkedNote {
  id: string
  title: string
  /** Titles of the notes above it. */
  path: string
}

/** Returns the notes that match what was typed; the last edited ones for an empty text. */
export type FindNotes = (query: string) => Promise<readonly LinkedNote[]>

/** Offers notes after `[[` and inserts an ordinary Markdown link, so that every other program can read the text. */
export function completeNoteLink(findNotes: FindNotes): CompletionSource {
  return async (context: CompletionContext) => {
    const typed = context.matchBefore(/\[\[[^[\]\n]{0,100}$/)
    if (!typed) return null
    const notes = await findNotes(typed.text.slice(2).trim()).catch(() => [])
    if (context.aborted) return null
    return {
      from: typed.from,
      // The server has chosen them; its order is by relevance.
      filter: false,
      options: notes.map(
        (note): Completion => ({
          label: note.title,
          ...(note.path !== '' && { detail: note.path }),
          apply: noteLink(note),
        }),
      ),
    }
  }
}

export function noteLink({ id, title }: Pick<LinkedNote, 'id' | 'title'>): string {
  return `[${escapeLabel(title)}](/notes/${encodeURIComponent(id)})`
}
