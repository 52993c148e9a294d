import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { noteList } from './notes.ts'
import { idPath, optionalCursor } from './text.ts'

const common = {
  tag: 'Notes',
  errorFormat: 'content',
  // Favourites are of the person, as subscriptions are: they change nothing that others see.
  scope: 'content:read',
  rateLimit: 'index',
  audit: 'never',
} as const satisfies Partial<Endpoint>

/** Favourite notes, of the caller only. */
export const favouriteEndpoints = {
  listFavourites: {
    ...common,
    operationId: 'listFavouriteNotes',
    method: 'GET',
    path: '/me/favourites',
    summary: 'List your favourite notes, last edited first',
    query: z.object({ cursor: optionalCursor() }),
    response: noteList,
    status: 200,
    example: {
      response: {
        notes: [
          {
            id: 'oncall',
            title: 'On call',
            url: 'https://lorewell.example.com/notes/oncall',
            parentNoteId: 'engineering',
            createdAt: '2026-01-01T08:00:00.000Z',
            updatedAt: '2026-02-01T09:00:00.000Z',
            lastEditedAt: '2026-02-01T09:00:00.000Z',
            archivedAt: null,
            canEdit: true,
            canShare: true,
          },
        ],
        total: 1,
        hasNextPage: false,
        nextCursor: null,
      },
    },
  },
  addFavourite: {
    ...common,
    operationId: 'addFavouriteNote',
    method: 'PUT',
    path: '/me/favourites/{id}',
    summary: 'Add a note to your favourites',
    params: idPath,
    response: undefined,
    status: 204,
    errorDescriptions: { 404: 'The note does not exist, or the caller cannot see it.' },
  },
  removeFavourite: {
    ...common,
    operationId: 'removeFavouriteNote',
    method: 'DELETE',
    path: '/me/favourites/{id}',
    summary: 'Remove a note from your favourites',
    params: idPath,
    response: undefined,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>
