import { type Endpoint, noteReadDefaults, noteWriteDefaults } from './endpoint.ts'
import { exampleNote } from './example-note.ts'
import { noteRights, noteRightsChange, sharedWithMe } from './sharing.ts'
import { idPath } from './text.ts'

const exampleRights = {
  view: null,
  effectiveView: ['group:Engineering'],
  viewInheritedFrom: 'engineering',
  edit: ['user:ada@example.com'],
  effectiveEdit: ['user:ada@example.com'],
  canShare: true,
}

/** Who can see and who can edit notes, and what others shared. */
export const sharingEndpoints = {
  readRights: {
    ...noteReadDefaults,
    operationId: 'readNoteRights',
    path: '/notes/{id}/rights',
    summary: 'Read who can see and who can edit a note, and why',
    params: idPath,
    response: noteRights,
    errorDescriptions: { 404: 'The note does not exist, or the caller cannot see it.' },
    example: { response: exampleRights },
  },
  changeRights: {
    ...noteWriteDefaults,
    operationId: 'changeNoteRights',
    method: 'PUT',
    path: '/notes/{id}/rights',
    summary: 'Change who can see and who can edit a note',
    params: idPath,
    body: noteRightsChange,
    response: noteRights,
    errorDescriptions: {
      403: 'The caller can read the note but not edit it.',
      404: 'The note does not exist, or the caller cannot see it.',
    },
    example: { request: { edit: ['user:ada@example.com'] }, response: exampleRights },
  },
  sharedWithMe: {
    ...noteReadDefaults,
    operationId: 'listSharedWithMe',
    path: '/shared-with-me',
    summary: 'List notes and conversations that others shared with you or one of your groups',
    response: sharedWithMe,
    example: {
      response: {
        notes: [{ ...exampleNote, canEdit: false, canShare: false }],
        threads: [
          {
            id: '7d0e2f5a-3f0b-4a57-9d8a-5f6c1d2e3b4a',
            title: 'Who is on call at the weekend?',
            sharedBy: 'Ben Aar',
            lastAskedAt: '2026-11-01T09:00:00.000Z',
          },
        ],
      },
    },
  },
} as const satisfies Record<string, Endpoint>
