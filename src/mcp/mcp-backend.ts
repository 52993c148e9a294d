import type { AgentQuestion, AnswerResult } from '../contract/ask.ts'
import type { CustomContent } from '../contract/custom-content.ts'
import type { NoteList, NoteWithContent } from '../contract/notes.ts'
import type { SearchRequest, SearchResult } from '../contract/search.ts'
import type { Source } from '../contract/source.ts'

/** The fields of an assistant that an agent needs. */
export interface AgentAssistant {
  id: string
  name: string
  instructions: string
  digestDays: number
}

/** The operations that an agent can do as one person. Served by this process, or by a running server. */
export interface McpBackend {
  /** A refusal has `related`. */
  ask(request: AgentQuestion, signal: AbortSignal): Promise<AnswerResult>
  search(request: SearchRequest): Promise<SearchResult>
  /** Returns the content in markdown. */
  readNote(id: string): Promise<NoteWithContent>
  /** Lists notes that are not archived, last edited first. */
  listNotes(cursor: string | undefined): Promise<NoteList>
  /** Lists the assistants that the person can use. */
  listAssistants(): Promise<AgentAssistant[]>
  digest(assistantId: string): Promise<string>
  indexContent(item: CustomContent): Promise<Source>
}
