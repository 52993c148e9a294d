import { type Endpoint, noteReadDefaults, noteWriteDefaults } from './endpoint.ts'
import { exampleNote } from './example-note.ts'
import { idPath } from './text.ts'
import { archiveList, cursorQuery, deletionPreview, restoredBranch, trashList } from './trash.ts'

const trashErrors = {
  403: 'The caller can read notes but not write them.',
  404: 'It is not in the trash, or the caller is neither an admin (with the scope `admin`) nor the person who deleted it.',
} as const satisfies Endpoint['errorDescriptions']

/**
 * Trash and archive. Deleted notes are in the trash of their deleter and of the admins for a while; archived notes stay
 * readable for everyone who can see them, outside of search and answers.
 */
export const trashEndpoints = {
  previewDeletion: {
    ...noteReadDefaults,
    operationId: 'previewNoteDeletion',
    path: '/notes/{id}/deletion',
    summary: 'Count the notes that deleting a note would delete',
    params: idPath,
    response: deletionPreview,
    errorDescriptions: { 404: 'The note does not exist, or the caller cannot see it.' },
    example: { response: { noteCount: 12, lockedCount: 0, trashDays: 30 } },
  },
  listTrash: {
    ...noteReadDefaults,
    operationId: 'listTrash',
    path: '/trash',
    summary: 'List deleted notes, 50 per page: your own deletions, and every deletion for admins',
    query: cursorQuery,
    response: trashList,
    example: {
      response: {
        branches: [
          {
            id: '1c9a5b0c2f7d4e6a8b3d',
            note: { id: 'engineering', title: 'Engineering' },
            parentNote: null,
            noteCount: 12,
            deletedAt: '2026-11-15T09:00:00.000Z',
            deletedBy: { userId: 'ada', name: 'Ada' },
            expiresAt: '2026-12-15T09:00:00.000Z',
          },
        ],
        trashDays: 30,
        hasNextPage: false,
        nextCursor: null,
      },
    },
  },
  restoreFromTrash: {
    ...noteWriteDefaults,
    operationId: 'restoreFromTrash',
    method: 'PUT',
    path: '/trash/{id}/restore',
    summary: 'Restore a deleted note with its subpages',
    params: idPath,
    response: restoredBranch,
    errorDescriptions: {
      ...trashErrors,
      409: 'The note it inherited its audience from is gone, and nobody is left who could see it.',
    },
    example: { response: { note: exampleNote, noteCount: 12 } },
  },
  deleteFromTrash: {
    ...noteWriteDefaults,
    operationId: 'deleteFromTrash',
    method: 'DELETE',
    path: '/trash/{id}',
    summary: 'Permanently delete a deleted note with its subpages',
    params: idPath,
    response: undefined,
    status: 204,
    errorDescriptions: trashErrors,
  },
  listArchive: {
    ...noteReadDefaults,
    operationId: 'listArchive',
    path: '/archive',
    summary: 'List archived notes, 50 per page: each with the number of its archived subpages',
    query: cursorQuery,
    response: archiveList,
    example: {
      response: {
        branches: [
          { note: { ...exampleNote, archivedAt: '2026-11-15T09:00:00.000Z' }, parentNote: null, noteCount: 12 },
        ],
        hasNextPage: false,
        nextCursor: null,
      },
    },
  },
} as const satisfies Record<string, Endpoint>
