import { type Endpoint, noteReadDefaults } from './endpoint.ts'
import { noteReviewQuery, noteUpkeepQuery } from './knowledge-management.ts'
import { noteList } from './notes.ts'

const common = {
  ...noteReadDefaults,
  response: noteList,
  example: {
    response: {
      notes: [
        {
          id: '5f0c2b7de1a94c0e8d3a',
          title: 'On call',
          url: 'https://lorewell.example.com/notes/5f0c2b7de1a94c0e8d3a',
          parentNoteId: 'engineering',
          createdAt: '2026-01-01T08:00:00.000Z',
          updatedAt: '2026-02-01T09:00:00.000Z',
          lastEditedAt: '2026-02-01T09:00:00.000Z',
          archivedAt: null,
          owner: { userId: 'ada' },
          canEdit: true,
          canShare: true,
        },
      ],
      total: 1,
      hasNextPage: false,
      nextCursor: null,
    },
  },
} as const satisfies Partial<Endpoint>

/** Lists for the upkeep of notes. They hold what the caller can see, without archived notes, last edited first. */
export const knowledgeManagementEndpoints = {
  listManagedNotes: {
    ...common,
    operationId: 'listManagedNotes',
    path: '/knowledge-management/notes',
    summary: 'List notes by review state, owner, channel and age',
    query: noteReviewQuery,
  },
  listPublicNotes: {
    ...common,
    operationId: 'listPublicNotes',
    path: '/knowledge-management/notes/public',
    summary: 'List notes that everyone in the organization can see',
    query: noteReviewQuery,
  },
  listInactiveNotes: {
    ...common,
    operationId: 'listInactiveNotes',
    path: '/knowledge-management/notes/inactive',
    summary: 'List notes that were not edited for 180 days and are not verified',
    query: noteUpkeepQuery,
  },
  listEmptyNotes: {
    ...common,
    operationId: 'listEmptyNotes',
    path: '/knowledge-management/notes/empty',
    summary: 'List notes without content',
    query: noteUpkeepQuery,
  },
} as const satisfies Record<string, Endpoint>
