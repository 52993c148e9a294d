/** Returns "1 note" or "12 notes". */
export function countNotes(count: number): string {
  return count === 1 ? '1 note' : `${count.toLocaleString()} notes`
}

/** Returns a title, with the number of subpages that come along with the note. */
export function nameBranch(title: string, noteCount: number): string {
  const subpages = noteCount - 1
  if (subpages === 0) return `“${title}”`
  return `“${title}” and its ${subpages === 1 ? 'subpage' : `${subpages.toLocaleString()} subpages`}`
}
