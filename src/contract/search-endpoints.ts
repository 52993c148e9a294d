import type { Endpoint } from './endpoint.ts'
import {
  noteSearchQuery,
  noteSearchResult,
  searchRequest,
  searchResult,
  titleSearchQuery,
  titleSearchResult,
} from './search.ts'

export const searchEndpoints = {
  search: {
    operationId: 'search',
    tag: 'Search',
    errorFormat: 'ask',
    scope: 'content:read',
    rateLimit: 'ask',
    requiresAskEnabled: true,
    method: 'POST',
    path: '/search',
    audit: 'never',
    summary: 'Search all content, without an answer',
    body: searchRequest,
    response: searchResult,
    status: 200,
    errorDescriptions: {
      404: 'The parent note, the assistant or the data source does not exist, or the caller cannot see it.',
    },
    example: {
      request: { query: 'on call at the weekend', limit: 3 },
      response: {
        hits: [
          {
            id: 'oncall',
            title: 'On call',
            url: 'https://example.com/oncall',
            updatedAt: '2026-11-01T09:00:00.000Z',
            score: 1.2,
            passage: 'The platform team is on call at the weekend.',
          },
        ],
      },
    },
  },
  searchTitles: {
    operationId: 'searchTitles',
    tag: 'Search',
    errorFormat: 'content',
    scope: 'content:read',
    rateLimit: 'index',
    method: 'GET',
    path: '/search-titles',
    summary: 'Find notes and items by their titles, as someone types',
    query: titleSearchQuery,
    response: titleSearchResult,
    status: 200,
    example: {
      response: {
        hits: [
          {
            id: 'oncall',
            title: 'On call',
            url: 'https://lorewell.example.com/notes/oncall',
            path: ['Engineering'],
            updatedAt: '2026-11-01T09:00:00.000Z',
          },
        ],
      },
    },
  },
  searchNotes: {
    operationId: 'searchNotes',
    tag: 'Search',
    errorFormat: 'content',
    scope: 'content:read',
    rateLimit: 'index',
    method: 'GET',
    path: '/search-notes',
    summary: 'Search notes by words',
    query: noteSearchQuery,
    response: noteSearchResult,
    status: 200,
    errorDescriptions: { 404: 'The parent note does not exist, or the caller cannot see it.' },
    example: {
      response: {
        hits: [
          {
            id: 'oncall',
            title: 'On call',
            type: 'rich_text',
            highlight: 'The platform team is on <em>call</em> at the <em>weekend</em>.',
            parentNotes: [{ id: 'engineering', title: 'Engineering' }],
            updatedAt: '2026-11-01T09:00:00.000Z',
            lastEditedAt: '2026-11-01T09:00:00.000Z',
            archivedAt: null,
          },
        ],
        nbPages: 1,
        page: 0,
      },
    },
  },
} as const satisfies Record<string, Endpoint>
