import type { Endpoint } from './endpoint.ts'
import { fileFields, filePath, indexedFile } from './files.ts'

const common = {
  tag: 'Custom content',
  errorFormat: 'content',
  rateLimit: 'index',
  requiresAskEnabled: true,
  status: 200,
} as const satisfies Partial<Endpoint>

/** Items of data sources whose text is read from a file. */
export const fileEndpoints = {
  indexFile: {
    ...common,
    operationId: 'indexFile',
    method: 'POST',
    path: '/files',
    scope: 'content:write',
    summary: 'Index a file: PDF, Office, OpenDocument, mail, text and archives of these',
    formFields: fileFields,
    response: indexedFile,
    errorDescriptions: {
      403: 'The caller can read the data source but not write to it.',
      404: 'The data source does not exist, or the caller cannot see it.',
      413: 'The file is larger than the service accepts.',
      415: 'The body is not multipart/form-data.',
    },
    example: {
      request: { rootId: 'handbooks', id: 'safety-2026', title: 'Safety handbook', file: '%PDF-1.7 …' },
      response: {
        source: {
          id: 'safety-2026',
          title: 'Safety handbook',
          url: 'https://lorewell.example/files/handbooks/safety-2026',
          updatedAt: '2026-11-01T09:00:00.000Z',
        },
        skipped: [],
      },
    },
  },
  readFile: {
    ...common,
    operationId: 'readFile',
    method: 'GET',
    path: '/files/{rootId}/{id}',
    scope: 'content:read',
    summary: 'Download the original of a file that the service stores',
    params: filePath,
    response: undefined,
    fileExamples: { 'application/pdf': '%PDF-1.7 …', 'application/octet-stream': 'PK…' },
    errorDescriptions: {
      404: 'The item does not exist, the caller cannot see it, or its original is kept elsewhere.',
    },
    example: { params: { rootId: 'handbooks', id: 'safety-2026' } },
  },
} as const satisfies Record<string, Endpoint>
