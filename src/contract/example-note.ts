/** A note as lists show it, for the examples of endpoints. */
export const exampleNote = {
  id: 'engineering',
  title: 'Engineering',
  url: 'https://lorewell.example.com/notes/engineering',
  parentNoteId: null,
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
  lastEditedAt: '2026-11-01T09:00:00.000Z',
  archivedAt: null,
  canEdit: true,
  canShare: true,
}
