import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { quoteAsMarkdown } from '../answer/citations.ts'
import { escapeMarkdown } from '../answer/markdown-text.ts'
import { assistant } from '../contract/administration.ts'
import { type AnswerResult, agentQuestion, answerResult, assistantPath, type RelatedNote } from '../contract/ask.ts'
import { customContent } from '../contract/custom-content.ts'
import { noteWithContent } from '../contract/notes.ts'
import { type SearchResult, searchRequest, searchResult } from '../contract/search.ts'
import { source } from '../contract/source.ts'
import { idPath } from '../contract/text.ts'
import { toAdvertisedSchema } from './advertised-schema.ts'
import type { ErrorPresenter } from './error-presenter.ts'
import type { McpBackend } from './mcp-backend.ts'

const readOnlyAnnotations = { readOnlyHint: true, openWorldHint: false } as const

const assistantsOutput = z.object({
  assistants: z.array(assistant.pick({ id: true, name: true, instructions: true, digestDays: true })),
})

/** Registers the tools. Their inputs and outputs are those of the matching operations of `/v1`. */
export function registerTools(server: McpServer, backend: McpBackend, presentError: ErrorPresenter): void {
  server.registerTool(
    'ask',
    {
      title: 'Ask a question',
      description:
        'Answers a question from the notes and documents that you can see, with numbered citations. Says so when they contain no answer, and lists the nearest notes. Prefer this for questions.',
      inputSchema: toAdvertisedSchema(agentQuestion),
      outputSchema: toAdvertisedSchema(answerResult),
      annotations: readOnlyAnnotations,
    },
    (request, { mcpReq }) => toToolResult(() => backend.ask(request, mcpReq.signal), formatAnswer, presentError),
  )
  server.registerTool(
    'search',
    {
      title: 'Search',
      description:
        'Finds the best matching documents, each with its best passage; counts near-duplicates instead of listing them. Use it to explore or read further; use ask for an answer.',
      inputSchema: toAdvertisedSchema(searchRequest),
      outputSchema: toAdvertisedSchema(searchResult),
      annotations: readOnlyAnnotations,
    },
    (request) => toToolResult(() => backend.search(request), formatSearchHits, presentError),
  )
  server.registerTool(
    'read_note',
    {
      title: 'Read a note',
      description: 'Returns the full text of a note, in markdown. Takes an id from the results of search or ask.',
      inputSchema: toAdvertisedSchema(idPath),
      outputSchema: toAdvertisedSchema(noteWithContent),
      annotations: readOnlyAnnotations,
    },
    ({ id }) =>
      toToolResult(
        () => backend.readNote(id),
        (note) => `# ${escapeMarkdown(note.title)}\n${note.url}\n\n${note.content}`,
        presentError,
      ),
  )
  server.registerTool(
    'list_assistants',
    {
      title: 'List assistants',
      description:
        'Lists the assistants that you can use. Pass their ids to ask and search to narrow the scope, or to digest.',
      inputSchema: toAdvertisedSchema(z.strictObject({})),
      outputSchema: toAdvertisedSchema(assistantsOutput),
      annotations: readOnlyAnnotations,
    },
    () =>
      toToolResult(
        async () => ({ assistants: await backend.listAssistants() }),
        ({ assistants }) =>
          assistants.length === 0
            ? 'There are no assistants.'
            : assistants.map(({ id, name }) => `- ${name} (${id})`).join('\n'),
        presentError,
      ),
  )
  server.registerTool(
    'digest',
    {
      title: 'What is new',
      description: "Summarizes what is new or changed in an assistant's scope and period, in markdown.",
      inputSchema: toAdvertisedSchema(assistantPath),
      outputSchema: toAdvertisedSchema(z.object({ digest: z.string() })),
      annotations: readOnlyAnnotations,
    },
    ({ assistantId }) =>
      toToolResult(
        async () => ({ digest: await backend.digest(assistantId) }),
        ({ digest }) => digest,
        presentError,
      ),
  )
  server.registerTool(
    'index_content',
    {
      title: 'Index a document',
      description:
        'Adds a document to a data source, or replaces the one with the same id. It is searchable when this returns.',
      inputSchema: toAdvertisedSchema(customContent),
      outputSchema: toAdvertisedSchema(source),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    (item) =>
      toToolResult(
        () => backend.indexContent(item),
        ({ id, title, url }) => `Indexed ${escapeMarkdown(title)} (${id}), ${url}`,
        presentError,
      ),
  )
}

/** Returns the result of a call as data and as text. Errors are returned too: the model can often correct its call. */
async function toToolResult<T extends Record<string, unknown>>(
  call: () => Promise<T>,
  text: (result: T) => string,
  presentError: ErrorPresenter,
): Promise<CallToolResult> {
  try {
    const result = await call()
    return { content: [{ type: 'text', text: text(result) }], structuredContent: result }
  } catch (error) {
    return { content: [{ type: 'text', text: presentError(error).message }], isError: true }
  }
}

function formatAnswer({ answer, sources, related = [] }: AnswerResult): string {
  const describe = ({ id, title, url }: RelatedNote) => `${escapeMarkdown(title)} (id ${id}), ${url}`
  const cited = sources.map((source, index) => `[${index + 1}] ${describe(source)}`)
  const nearest = related.map((note) => `- ${describe(note)}`)
  return [
    answer,
    ...(cited.length > 0 ? [cited.join('\n')] : []),
    ...(nearest.length > 0 ? [`Nearest notes:\n${nearest.join('\n')}`] : []),
  ].join('\n\n')
}

function formatSearchHits({ hits }: SearchResult): string {
  if (hits.length === 0) return 'Nothing was found.'
  return hits
    .map(
      ({ id, title, url, passage, duplicates }) =>
        `## ${escapeMarkdown(title)}\nid ${id}, ${url}\n\n${passage.split('\n').map(quoteAsMarkdown).join('\n')}${
          duplicates ? `\n\n(and ${duplicates} more with nearly the same text)` : ''
        }`,
    )
    .join('\n\n')
}
