import type { NoteSearchResult, TitleSearchResult } from '../../../sdk/src/operations.ts'

export interface NoteMatch {
  id: string
  title: string
  /** Titles of the notes above it. */
  path: readonly string[]
}

/** Joins notes found by the beginnings of words of their titles with those found by their text, titles first. */
export function joinNoteMatches(
  titles: TitleSearchResult['hits'],
  texts: NoteSearchResult['hits'],
  maxMatches: number,
  excludedId?: string,
): NoteMatch[] {
  const matches = new Map<string, NoteMatch>()
  for (const { id, title, path } of titles) matches.set(id, { id, title, path })
  for (const { id, title, parentNotes } of texts)
    if (!matches.has(id)) matches.set(id, { id, title, path: parentNotes.map((parent) => parent.title) })
  if (excludedId !== undefined) matches.delete(excludedId)
  return [...matches.values()].slice(0, maxMatches)
}
