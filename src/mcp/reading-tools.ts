import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { quoteAsMarkdown } from '../answer/citations.ts'
import { escapeMarkdown } from '../answer/markdown-text.ts'
import { type AnswerResult, agentQuestion, answerResult, assistantPath, type RelatedNote } from '../contract/ask.ts'
import { assistant } from '../contract/assistants.ts'
import { dataSource } from '../contract/data-sources.ts'
import type { ReadableContent } from '../contract/history.ts'
import { type SearchResult, searchRequest, searchResult } from '../contract/search.ts'
import { boundedText } from '../contract/text.ts'
import type { Thread } from '../contract/threads.ts'
import { toAdvertisedSchema, toToolInput } from './advertised-schema.ts'
import { createAskListener } from './ask-listener.ts'
import type { ErrorPresenter } from './error-presenter.ts'
import type { McpBackend } from './mcp-backend.ts'
import { readTextPage } from './text-pages.ts'
import { toTextResult, toToolResult } from './tool-result.ts'

const annotations = { readOnlyHint: true, openWorldHint: false } as const

const contentInput = z.strictObject({
  id: boundedText(1, 256).describe('From search or ask'),
  rootId: boundedText(1, 256).optional().describe('Of an item, as search gives it'),
  cursor: boundedText(1, 12)
    .regex(/^\d+$/, 'must be a cursor that an earlier call returned')
    .optional()
    .describe('From the end of the previous part'),
})

const childrenInput = z.strictObject({
  parentNoteId: boundedText(1, 256).optional().describe('Absent: the notes at the top'),
  cursor: boundedText(1, 2048).optional().describe('nextCursor of the previous page'),
})

const childrenOutput = z.object({
  notes: z.array(z.object({ id: z.string(), title: z.string(), url: z.string(), lastEditedAt: z.string() })),
  nextCursor: z.string().nullable(),
})

const threadInput = z.strictObject({ id: boundedText(1, 64).describe('threadId of the questions') })

const assistantsOutput = z.object({
  assistants: z.array(assistant.pick({ id: true, name: true, instructions: true, digestDays: true })),
})

const dataSourcesOutput = z.object({
  dataSources: z.array(dataSource.pick({ id: true, name: true, itemCount: true, mayWrite: true })),
})

/** Registers the tools that read. */
export function registerReadingTools(server: McpServer, backend: McpBackend, presentError: ErrorPresenter): void {
  server.registerTool(
    'ask',
    {
      title: 'Ask a question',
      description:
        'Answers a question from the notes and documents that you can see, with numbered citations. Says so when they contain no answer, and lists the nearest notes. Prefer this for questions.',
      inputSchema: toToolInput(agentQuestion),
      outputSchema: toAdvertisedSchema(answerResult),
      annotations,
    },
    (request, { mcpReq }) =>
      toToolResult(() => backend.ask(request, createAskListener(mcpReq)), formatAnswer, presentError),
  )
  server.registerTool(
    'search',
    {
      title: 'Search',
      description:
        'Finds the best documents, each with its best passage; counts near-duplicates instead of listing them. Use it to explore or read further; use ask for an answer.',
      inputSchema: toToolInput(searchRequest),
      outputSchema: toAdvertisedSchema(searchResult),
      annotations,
    },
    (request) => toToolResult(() => backend.search(request), formatSearchHits, presentError),
  )
  server.registerTool(
    'read_note',
    {
      title: 'Read a note or document',
      description: 'Returns the text of a note or an item in Markdown; a long one in parts.',
      inputSchema: toToolInput(contentInput),
      annotations,
    },
    ({ id, rootId, cursor }) =>
      toTextResult(async () => formatContent(await backend.readContent({ id, rootId }), cursor), presentError),
  )
  server.registerTool(
    'list_notes',
    {
      title: 'Browse notes',
      description: 'Lists the subpages of a note, or the notes at the top.',
      inputSchema: toToolInput(childrenInput),
      outputSchema: toAdvertisedSchema(childrenOutput),
      annotations,
    },
    (query) =>
      toToolResult(
        async () => childrenOutput.parse(await backend.listChildren(query)),
        ({ notes, nextCursor }) =>
          [
            ...(notes.length === 0 ? ['There are no notes here.'] : []),
            ...notes.map(({ id, title }) => `- ${escapeMarkdown(title)} (id ${id})`),
            ...(nextCursor === null ? [] : [`More with cursor ${nextCursor}`]),
          ].join('\n'),
        presentError,
      ),
  )
  server.registerTool(
    'get_thread',
    {
      title: 'Read a conversation',
      description: 'Returns the questions and answers of a conversation.',
      inputSchema: toToolInput(threadInput),
      annotations,
    },
    ({ id }) => toTextResult(async () => formatThread(await backend.readThread(id.toLowerCase())), presentError),
  )
  server.registerTool(
    'list_assistants',
    {
      title: 'List assistants',
      description: 'Lists the assistants that you can use. Pass an id to ask, search or digest.',
      inputSchema: toAdvertisedSchema(z.strictObject({})),
      outputSchema: toAdvertisedSchema(assistantsOutput),
      annotations,
    },
    () =>
      toToolResult(
        async () => ({ assistants: await backend.listAssistants() }),
        ({ assistants }) =>
          assistants.length === 0
            ? 'There are no assistants.'
            : assistants.map(({ id, name }) => `- ${escapeMarkdown(name)} (${id})`).join('\n'),
        presentError,
      ),
  )
  server.registerTool(
    'list_data_sources',
    {
      title: 'List data sources',
      description: 'Lists the data sources that you can read. Pass their ids as rootId.',
      inputSchema: toAdvertisedSchema(z.strictObject({})),
      outputSchema: toAdvertisedSchema(dataSourcesOutput),
      annotations,
    },
    () =>
      toToolResult(
        async () => ({ dataSources: await backend.listDataSources() }),
        ({ dataSources }) =>
          dataSources.length === 0
            ? 'There are no data sources.'
            : dataSources.map(({ id, name }) => `- ${escapeMarkdown(name)} (${id})`).join('\n'),
        presentError,
      ),
  )
  server.registerTool(
    'digest',
    {
      title: 'What is new',
      description: "Summarizes what is new or changed in an assistant's scope and period, in markdown.",
      inputSchema: toToolInput(z.strictObject(assistantPath.shape)),
      outputSchema: toAdvertisedSchema(z.object({ digest: z.string() })),
      annotations,
    },
    ({ assistantId }) =>
      toToolResult(
        async () => ({ digest: await backend.digest(assistantId) }),
        ({ digest }) => digest,
        presentError,
      ),
  )
}

function formatContent({ id, rootId, title, url, lastEditedAt, content }: ReadableContent, cursor?: string): string {
  const { text, nextCursor } = readTextPage(content, cursor)
  const about = `id ${id}${rootId === undefined ? '' : `, rootId ${rootId}`}, ${url}, last edited ${lastEditedAt}`
  const more = nextCursor === undefined ? '' : `\n\n(more with cursor ${nextCursor})`
  return `# ${escapeMarkdown(title)}\n${about}\n\n${text}${more}`
}

function formatThread({ title, turns }: Thread): string {
  const parts = turns.map(({ question, answer, state }) =>
    [`## ${escapeMarkdown(question)}`, state === 'processing' ? '(The answer is still being written.)' : answer].join(
      '\n\n',
    ),
  )
  return [`# ${escapeMarkdown(title)}`, ...parts].join('\n\n')
}

function formatAnswer({ answer, sources, related = [] }: AnswerResult): string {
  const describe = ({ id, title, url }: RelatedNote) => `${escapeMarkdown(title)} (id ${id}), ${url}`
  const cited = sources.map((source, index) => `[${index + 1}] ${describe(source)}`)
  const nearest = related.map((note) => [`- ${describe(note)}`, ...quotedLines(note.explanation)].join('\n  '))
  return [
    answer,
    ...(cited.length > 0 ? [cited.join('\n')] : []),
    ...(nearest.length > 0 ? [`Nearest notes:\n${nearest.join('\n')}`] : []),
  ].join('\n\n')
}

/** Renders what a note says as lines of a quotation. */
function quotedLines(text = ''): string[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `> ${quoteAsMarkdown(line.trim())}`)
}

function formatSearchHits({ hits }: SearchResult): string {
  if (hits.length === 0) return 'Nothing was found.'
  return hits
    .map(
      ({ id, rootId, title, url, passage, duplicates }) =>
        `## ${escapeMarkdown(title)}\nid ${id}${rootId === undefined ? '' : `, rootId ${rootId}`}, ${url}\n\n${passage.split('\n').map(quoteAsMarkdown).join('\n')}${
          duplicates ? `\n\n(and ${duplicates} more with nearly the same text)` : ''
        }`,
    )
    .join('\n\n')
}
