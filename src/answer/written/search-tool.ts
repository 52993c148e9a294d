import { cleanText } from '../../ingest/clean-text.ts'
import type { ChatTool } from '../../models/chat.ts'

const maxQueryCharacters = 300
/** Passages of each search that can come into a prompt, which has its own limit. */
export const maxPassagesPerSearch = 8

/** The tool that lets a model ask for searches. They run with the rights of the caller. */
export const searchTool: ChatTool = {
  name: 'search_notes',
  description: 'Searches the organization’s notes. Call it once for each thing to find.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string', description: 'A short question or a few keywords about one thing' } },
    required: ['query'],
    additionalProperties: false,
  },
}

/** Returns the first searches of the calls, without malformed and repeated ones, and those that were made before. */
export function readQueries(calls: readonly unknown[], made: readonly string[], maxSearches: number): string[] {
  const known = new Set(made.map((query) => query.toLowerCase()))
  const queries = calls.flatMap((call) => {
    const query = (call as { query?: unknown } | null)?.query
    const text = typeof query === 'string' ? cleanText(query).trim().slice(0, maxQueryCharacters).toWellFormed() : ''
    return text === '' || known.has(text.toLowerCase()) ? [] : [text]
  })
  return [...new Set(queries)].slice(0, maxSearches)
}
