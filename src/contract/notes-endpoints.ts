import type { Endpoint } from './endpoint.ts'
import {
  archiveChange,
  audienceChange,
  childNotesQuery,
  movePreviewQuery,
  newNote,
  note,
  noteAudience,
  noteChange,
  noteFormatQuery,
  noteList,
  noteListQuery,
  noteMove,
  noteMoveEffect,
  noteMoveRequest,
  noteVersionList,
  noteVersionPath,
  noteVersionWithContent,
  noteWithContent,
  outdatedFlag,
  ownerChange,
  verificationRequest,
} from './notes.ts'
import { idPath } from './text.ts'

const common = {
  tag: 'Notes',
  errorFormat: 'content',
  rateLimit: 'index',
  status: 200,
} as const satisfies Partial<Endpoint>
const readDefaults = { ...common, scope: 'content:read', method: 'GET' } as const satisfies Partial<Endpoint>
const writeDefaults = { ...common, scope: 'notes:write' } as const satisfies Partial<Endpoint>

const noteNotFound = {
  404: 'The note does not exist, or the caller cannot see it.',
} as const satisfies Endpoint['errorDescriptions']
const noteWriteErrors = {
  ...noteNotFound,
  403: 'The caller can read notes but not write them.',
} as const satisfies Endpoint['errorDescriptions']

const exampleNote = {
  id: '5f0c2b7de1a94c0e8d3a',
  title: 'On call',
  url: 'https://lorewell.example.com/notes/5f0c2b7de1a94c0e8d3a',
  parentNoteId: 'engineering',
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
  lastEditedAt: '2026-11-01T09:00:00.000Z',
  archivedAt: null,
  owner: { userId: 'ada' },
}
const examplePage = { notes: [exampleNote], total: 1, hasNextPage: false, nextCursor: null }
const exampleAudience = {
  audience: null,
  effectiveAudience: ['group:Engineering'],
  inheritedFrom: 'engineering',
}
const exampleMoveEffect = {
  audienceBefore: ['group:People'],
  audienceAfter: ['group:Engineering', 'group:People'],
  gained: { count: 2, names: ['Ben Aar', 'Cleo Dunn'] },
  lost: { count: 0, names: [] },
  noteCount: 3,
}

const exampleVersion = {
  id: '41',
  title: 'On call',
  writtenAt: '2026-10-01T09:00:00.000Z',
  replacedAt: '2026-11-01T09:00:00.000Z',
}

/**
 * Notes. Everyone who can see a note can read it; admins and members of the organization can also write it. For callers
 * who cannot see a note, it does not exist.
 */
export const noteEndpoints = {
  listNotes: {
    ...readDefaults,
    operationId: 'listNotes',
    path: '/notes',
    summary: 'List notes, 50 per page',
    query: noteListQuery,
    response: noteList,
    errorDescriptions: { 404: 'The parent note does not exist, or the caller cannot see it.' },
    example: { response: examplePage },
  },
  listChildren: {
    ...readDefaults,
    operationId: 'listNoteChildren',
    path: '/notes/{id}/children',
    summary: 'List the direct children of a note, 50 per page',
    params: idPath,
    query: childNotesQuery,
    response: noteList,
    errorDescriptions: noteNotFound,
    example: { response: examplePage },
  },
  createNote: {
    ...writeDefaults,
    operationId: 'createNote',
    method: 'POST',
    path: '/notes',
    summary:
      'Create a note, private to you without a parent; with an `Idempotency-Key` header, repeated requests create it once',
    body: newNote,
    response: note,
    errorDescriptions: {
      403: 'The caller can read notes but not write them.',
      404: 'The parent note does not exist, or the caller cannot see it; or a repeated request would return a note that they can no longer see.',
    },
    example: {
      request: { title: 'On call', parentNoteId: 'engineering', markdown: 'The platform team is on call.' },
      response: exampleNote,
    },
  },
  readNote: {
    ...readDefaults,
    operationId: 'readNote',
    path: '/notes/{id}',
    summary: 'Read a note with its content',
    params: idPath,
    query: noteFormatQuery,
    response: noteWithContent,
    errorDescriptions: noteNotFound,
    example: { response: { ...exampleNote, content: 'The platform team is on call.' } },
  },
  changeNote: {
    ...writeDefaults,
    operationId: 'changeNote',
    method: 'PUT',
    path: '/notes/{id}',
    summary: 'Change or move a note',
    params: idPath,
    body: noteChange,
    response: note,
    errorDescriptions: {
      ...noteWriteErrors,
      409: 'The note would become its own ancestor, or was edited since it was read.',
    },
    example: { request: { markdown: 'The platform team is on call at the weekend.' }, response: exampleNote },
  },
  listVersions: {
    ...readDefaults,
    operationId: 'listNoteVersions',
    path: '/notes/{id}/versions',
    summary: 'List the earlier versions of a note',
    params: idPath,
    response: noteVersionList,
    errorDescriptions: noteNotFound,
    example: { response: { versions: [exampleVersion] } },
  },
  readVersion: {
    ...readDefaults,
    operationId: 'readNoteVersion',
    path: '/notes/{id}/versions/{versionId}',
    summary: 'Read an earlier version of a note',
    params: noteVersionPath,
    query: noteFormatQuery,
    response: noteVersionWithContent,
    errorDescriptions: {
      404: 'The note does not exist, the caller cannot see it, or the version no longer exists.',
    },
    example: { response: { ...exampleVersion, content: 'The platform team is on call.' } },
  },
  deleteNote: {
    ...writeDefaults,
    operationId: 'deleteNote',
    method: 'DELETE',
    path: '/notes/{id}',
    summary: 'Move a note with the subpages that the caller can see to the trash',
    params: idPath,
    response: undefined,
    status: 204,
    errorDescriptions: noteWriteErrors,
  },
  verifyNote: {
    ...writeDefaults,
    operationId: 'verifyNote',
    method: 'PUT',
    path: '/notes/{id}/verify',
    summary: 'Mark a note as verified',
    params: idPath,
    body: verificationRequest,
    response: note,
    errorDescriptions: noteWriteErrors,
    example: {
      request: { until: '2027-05-01T00:00:00Z' },
      response: { ...exampleNote, reviewState: 'Verified', reviewUntil: '2027-05-01T00:00:00.000Z' },
    },
  },
  flagNote: {
    ...writeDefaults,
    operationId: 'flagNoteAsOutdated',
    method: 'PUT',
    path: '/notes/{id}/flag-as-outdated',
    summary: 'Flag a note as outdated',
    params: idPath,
    body: outdatedFlag,
    response: note,
    errorDescriptions: noteWriteErrors,
    example: {
      request: { reason: 'The rota changed.' },
      response: { ...exampleNote, reviewState: 'Outdated', reviewReason: 'The rota changed.' },
    },
  },
  archiveNote: {
    ...writeDefaults,
    operationId: 'archiveNote',
    method: 'PUT',
    path: '/notes/{id}/archived',
    summary: 'Archive a note with its subpages, or restore it',
    params: idPath,
    body: archiveChange,
    response: note,
    errorDescriptions: noteWriteErrors,
    example: {
      request: { archived: true },
      response: { ...exampleNote, archivedAt: '2026-11-15T09:00:00.000Z' },
    },
  },
  setOwner: {
    ...writeDefaults,
    operationId: 'setNoteOwner',
    method: 'PUT',
    path: '/notes/{id}/owner',
    summary: 'Set the owner of a note to a user or a group',
    params: idPath,
    body: ownerChange,
    response: note,
    errorDescriptions: noteWriteErrors,
    example: {
      request: { groupId: 'platform' },
      response: { ...exampleNote, owner: { groupId: 'platform' } },
    },
  },
  readAudience: {
    ...readDefaults,
    operationId: 'readNoteAudience',
    path: '/notes/{id}/audience',
    summary: 'Read who can see a note, and why',
    params: idPath,
    response: noteAudience,
    errorDescriptions: noteNotFound,
    example: { response: exampleAudience },
  },
  changeAudience: {
    ...writeDefaults,
    operationId: 'changeNoteAudience',
    method: 'PUT',
    path: '/notes/{id}/audience',
    summary: 'Share a note, or let it inherit its audience',
    params: idPath,
    body: audienceChange,
    response: noteAudience,
    errorDescriptions: noteWriteErrors,
    example: { request: { audience: null }, response: exampleAudience },
  },
  previewMove: {
    ...writeDefaults,
    operationId: 'previewNoteMove',
    method: 'GET',
    path: '/notes/{id}/move-preview',
    summary: 'Read who would gain and lose access by moving a note',
    params: idPath,
    query: movePreviewQuery,
    response: noteMoveEffect,
    errorDescriptions: { ...noteWriteErrors, 409: 'The note would become its own ancestor.' },
    example: { response: exampleMoveEffect },
  },
  moveNote: {
    ...writeDefaults,
    operationId: 'moveNote',
    method: 'PUT',
    path: '/notes/{id}/parent',
    summary: 'Move a note with its subpages',
    params: idPath,
    body: noteMoveRequest,
    response: noteMove,
    errorDescriptions: { ...noteWriteErrors, 409: 'The note would become its own ancestor.' },
    example: {
      request: { parentNoteId: 'engineering' },
      response: {
        ...exampleMoveEffect,
        note: exampleNote,
        from: { parentNoteId: 'people', position: 4, audience: null },
      },
    },
  },
} as const satisfies Record<string, Endpoint>
