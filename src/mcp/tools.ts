import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { assistant } from '../contract/administration.ts'
import { type AnswerResult, agentQuestion, answerResult, assistantPath } from '../contract/ask.ts'
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

/** The tools: inputs and outputs are those of the operations of `/v1` that do the same. */
export function registerTools(server: McpServer, backend: McpBackend, tellFailure: ErrorPresenter): void {
  server.registerTool(
    'ask',
    {
      title: 'Ask a question',
      description:
        'Answers a question from the notes and documents that you may see, with numbered citations. Says so where they hold no answer. Prefer this for questions.',
      inputSchema: toAdvertisedSchema(agentQuestion),
      outputSchema: toAdvertisedSchema(answerResult),
      annotations: readOnlyAnnotations,
    },
    (request, { mcpReq }) =>
      toToolResult(() => backend.ask(request, mcpReq.signal), formatAnswer, tellFailure),
  )
  server.registerTool(
    'search',
    {
      title: 'Search',
      description:
        'Finds the documents that fit best, each with its best passage. For looking around or reading further; for an answer use ask.',
      inputSchema: toAdvertisedSchema(searchRequest),
      outputSchema: toAdvertisedSchema(searchResult),
      annotations: readOnlyAnnotations,
    },
    (request) => toToolResult(() => backend.search(request), formatSearchHits, tellFailure),
  )
  server.registerTool(
    'read_note',
    {
      title: 'Read a note',
      description: 'Gives the whole text of a note, in markdown. Takes the id that search and ask give.',
      inputSchema: toAdvertisedSchema(idPath),
      outputSchema: toAdvertisedSchema(noteWithContent),
      annotations: readOnlyAnnotations,
    },
    ({ id }) =>
      toToolResult(
        () => backend.readNote(id),
        (note) => `# ${note.title}\n${note.url}\n\n${note.content}`,
        tellFailure,
      ),
  )
  server.registerTool(
    'list_assistants',
    {
      title: 'List assistants',
      description: 'The assistants that you may use: their ids narrow ask and search, and name a digest.',
      inputSchema: toAdvertisedSchema(z.strictObject({})),
      outputSchema: toAdvertisedSchema(assistantsOutput),
      annotations: readOnlyAnnotations,
    },
    () =>
      toToolResult(
        async () => ({ assistants: await backend.listAssistants() }),
        ({ assistants }) =>
          assistants.length === 0
            ? 'There is no assistant.'
            : assistants.map(({ id, name }) => `- ${name} (${id})`).join('\n'),
        tellFailure,
      ),
  )
  server.registerTool(
    'digest',
    {
      title: 'What is new',
      description: "What is new or changed within an assistant's scope and period, in markdown.",
      inputSchema: toAdvertisedSchema(assistantPath),
      outputSchema: toAdvertisedSchema(z.object({ digest: z.string() })),
      annotations: readOnlyAnnotations,
    },
    ({ assistantId }) =>
      toToolResult(
        async () => ({ digest: await backend.digest(assistantId) }),
        ({ digest }) => digest,
        tellFailure,
      ),
  )
  server.registerTool(
    'index_content',
    {
      title: 'Index a document',
      description:
        'Puts a document into a data source, or replaces the one with the same id. It can be found when this returns.',
      inputSchema: toAdvertisedSchema(customContent),
      outputSchema: toAdvertisedSchema(source),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    (item) =>
      toToolResult(
        () => backend.indexContent(item),
        ({ id, title, url }) => `Indexed ${title} (${id}), ${url}`,
        tellFailure,
      ),
  )
}

/** What came of a call, for programs and as text; a refusal is told to the model, which can often do better. */
async function toToolResult<T extends Record<string, unknown>>(
  call: () => Promise<T>,
  text: (result: T) => string,
  tellFailure: ErrorPresenter,
): Promise<CallToolResult> {
  try {
    const result = await call()
    return { content: [{ type: 'text', text: text(result) }], structuredContent: result }
  } catch (error) {
    return { content: [{ type: 'text', text: tellFailure(error).message }], isError: true }
  }
}

function formatAnswer({ answer, sources }: AnswerResult): string {
  const lines = sources.map(({ id, title, url }, index) => `[${index + 1}] ${title} (id ${id}), ${url}`)
  return [answer, ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n')
}

function formatSearchHits({ hits }: SearchResult): string {
  if (hits.length === 0) return 'Nothing was found.'
  return hits.map(({ id, title, url, passage }) => `## ${title}\nid ${id}, ${url}\n\n${passage}`).join('\n\n')
}
