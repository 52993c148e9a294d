import { attachment, attachmentFields, attachmentList } from './attachments.ts'
import { type Endpoint, noteReadDefaults, noteWriteDefaults } from './endpoint.ts'
import { idPath } from './text.ts'

const exampleAttachment = {
  id: '0f3b9d2c6a7e4d1b8c5f',
  noteId: 'engineering',
  name: 'rota.pdf',
  mediaType: 'application/pdf',
  sizeBytes: 48213,
  url: 'https://lorewell.example.com/attachments/0f3b9d2c6a7e4d1b8c5f',
  createdAt: '2026-11-01T09:00:00.000Z',
  isRead: true,
  skipped: [],
}

/** Files attached to notes. They are visible to anyone who can see the note, and change with it. */
export const attachmentEndpoints = {
  addAttachment: {
    ...noteWriteDefaults,
    operationId: 'addAttachment',
    method: 'POST',
    path: '/notes/{id}/attachments',
    status: 201,
    summary: 'Attach a file to a note; its text is found by search and answers if it can be read',
    params: idPath,
    formFields: attachmentFields,
    response: attachment,
    errorDescriptions: {
      403: 'The caller can read notes but not write them.',
      404: 'The note does not exist, or the caller cannot see it.',
      409: 'The note has the maximum number of attachments.',
      413: 'The file is larger than the service accepts.',
      415: 'The body is not multipart/form-data.',
    },
    example: { params: { id: 'engineering' }, request: { file: '%PDF-1.7 …' }, response: exampleAttachment },
  },
  listAttachments: {
    ...noteReadDefaults,
    operationId: 'listAttachments',
    path: '/notes/{id}/attachments',
    summary: 'List the files attached to a note',
    params: idPath,
    response: attachmentList,
    errorDescriptions: { 404: 'The note does not exist, or the caller cannot see it.' },
    example: { params: { id: 'engineering' }, response: { attachments: [exampleAttachment] } },
  },
  readAttachment: {
    ...noteReadDefaults,
    operationId: 'readAttachment',
    path: '/attachments/{id}',
    summary: 'Download an attachment',
    params: idPath,
    response: undefined,
    fileExamples: {
      'application/pdf': '%PDF-1.7 …',
      'image/png': 'PNG…',
      'image/jpeg': 'JPEG…',
      'image/gif': 'GIF…',
      'image/webp': 'WEBP…',
      'application/octet-stream': 'PK…',
    },
    errorDescriptions: { 404: 'The attachment does not exist, or the caller cannot see its note.' },
    example: { params: { id: exampleAttachment.id } },
  },
  deleteAttachment: {
    ...noteWriteDefaults,
    operationId: 'deleteAttachment',
    method: 'DELETE',
    path: '/attachments/{id}',
    summary: 'Delete an attachment for good; links to it in the note stay and no longer open',
    params: idPath,
    response: undefined,
    status: 204,
    errorDescriptions: {
      403: 'The caller can read notes but not write them.',
      404: 'The attachment does not exist, or the caller cannot see its note.',
    },
    example: { params: { id: exampleAttachment.id } },
  },
} as const satisfies Record<string, Endpoint>
