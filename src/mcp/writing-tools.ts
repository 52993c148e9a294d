import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { escapeMarkdown } from '../answer/markdown-text.ts'
import { customContent, customContentKey } from '../contract/custom-content.ts'
import { source } from '../contract/source.ts'
import { boundedText, dateTimeText, storableText } from '../contract/text.ts'
import { toAdvertisedSchema, toToolInput } from './advertised-schema.ts'
import type { ErrorPresenter } from './error-presenter.ts'
import type { McpBackend } from './mcp-backend.ts'
import { toToolResult } from './tool-result.ts'

const noteTitle = boundedText(1, 1024)
const markdown = storableText().describe('Content in Markdown')

const newNoteInput = z.strictObject({
  title: noteTitle,
  parentNoteId: boundedText(1, 256).optional().describe('Note to create it under; absent: private to you, at the top'),
  markdown,
})

const noteChangeInput = z.strictObject({
  id: boundedText(1, 256),
  title: noteTitle.optional(),
  markdown: markdown.optional().describe('Replaces the whole content'),
  lastEditedAt: dateTimeText().optional().describe('As you read it: fails if the note was edited since'),
})

const savedNote = z.object({ id: z.string(), title: z.string(), url: z.string(), lastEditedAt: z.string() })

const deletedOutput = z.object({ ok: z.literal(true) })

const overwrites = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false } as const
const creates = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false } as const

/** Registers the tools that change notes and items. */
export function registerWritingTools(server: McpServer, backend: McpBackend, presentError: ErrorPresenter): void {
  server.registerTool(
    'create_note',
    {
      title: 'Create a note',
      description: 'Creates a note. It is searchable when this returns.',
      inputSchema: toToolInput(newNoteInput),
      outputSchema: toAdvertisedSchema(savedNote),
      annotations: creates,
    },
    (note) =>
      toToolResult(
        async () => savedNote.parse(await backend.createNote(note)),
        ({ id, title, url }) => `Created ${escapeMarkdown(title)} (id ${id}), ${url}`,
        presentError,
      ),
  )
  server.registerTool(
    'update_note',
    {
      title: 'Change a note',
      description: 'Changes title or content of a note; earlier versions are kept. Read it first.',
      inputSchema: toToolInput(noteChangeInput),
      outputSchema: toAdvertisedSchema(savedNote),
      annotations: overwrites,
    },
    (change) =>
      toToolResult(
        async () => savedNote.parse(await backend.updateNote(change)),
        ({ id, title, url }) => `Changed ${escapeMarkdown(title)} (id ${id}), ${url}`,
        presentError,
      ),
  )
  server.registerTool(
    'index_content',
    {
      title: 'Index a document',
      description:
        'Adds an item to a data source, or replaces the one with the same id. It is searchable when this returns.',
      inputSchema: toToolInput(customContent),
      outputSchema: toAdvertisedSchema(source),
      annotations: overwrites,
    },
    (item) =>
      toToolResult(
        () => backend.indexContent(item),
        ({ id, title, url }) => `Indexed ${escapeMarkdown(title)} (${id}), ${url}`,
        presentError,
      ),
  )
  server.registerTool(
    'delete_content',
    {
      title: 'Delete a document',
      description: 'Deletes an item of a data source, for good.',
      inputSchema: toToolInput(customContentKey),
      outputSchema: toAdvertisedSchema(deletedOutput),
      annotations: overwrites,
    },
    (key) =>
      toToolResult(
        async () => {
          await backend.deleteContent(key)
          return { ok: true as const }
        },
        () => `${key.id} is deleted.`,
        presentError,
      ),
  )
}
