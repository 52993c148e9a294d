import type { AnswerListener } from '../answer/answer-listener.ts'
import type { AgentQuestion, AnswerResult } from '../contract/ask.ts'
import type { CustomContent } from '../contract/custom-content.ts'
import type { ReadableContent } from '../contract/history.ts'
import type { NoteBody, NoteList } from '../contract/notes.ts'
import type { SearchRequest, SearchResult } from '../contract/search.ts'
import type { Source } from '../contract/source.ts'
import type { Thread } from '../contract/threads.ts'

/** The fields of an assistant that an agent needs. */
export interface AgentAssistant {
  id: string
  name: string
  instructions: string
  digestDays: number
}

/** The fields of a data source that an agent needs. */
export interface AgentDataSource {
  id: string
  name: string
  itemCount: number
  mayWrite: boolean
}

export interface NewNote {
  title: string
  /** Absent: a private note at the top level. */
  parentNoteId?: string | undefined
  markdown: string
}

export interface NoteChange {
  id: string
  title?: string | undefined
  markdown?: string | undefined
  /** As the agent read it: fails if the note was edited since. */
  lastEditedAt?: string | undefined
}

export type AgentListener = Pick<AnswerListener, 'signal' | 'onPlan' | 'onProgress'>

/** The operations that an agent can do as one person. Served by this process, or by a running server. */
export interface McpBackend {
  /** A refusal has `related`. Reports (`mode`) call `onPlan` and `onProgress`. */
  ask(request: AgentQuestion, listener: AgentListener): Promise<AnswerResult>
  search(request: SearchRequest): Promise<SearchResult>
  /** Returns a note or an item, in markdown. */
  readContent(key: { id: string; rootId?: string | undefined }): Promise<ReadableContent>
  /** Lists notes that are not archived, last edited first. */
  listNotes(cursor: string | undefined): Promise<NoteList>
  /** Lists the subpages of a note, or the notes at the top level, in their order. */
  listChildren(query: { parentNoteId?: string | undefined; cursor?: string | undefined }): Promise<NoteList>
  createNote(note: NewNote): Promise<NoteBody>
  updateNote(change: NoteChange): Promise<NoteBody>
  readThread(id: string): Promise<Thread>
  /** Lists the assistants that the person can use. */
  listAssistants(): Promise<AgentAssistant[]>
  digest(assistantId: string): Promise<string>
  /** Lists the data sources that the person can read. */
  listDataSources(): Promise<AgentDataSource[]>
  indexContent(item: CustomContent): Promise<Source>
  deleteContent(key: { rootId: string; id: string }): Promise<void>
}
