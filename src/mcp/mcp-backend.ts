import type { AgentQuestion, AnswerResult } from '../contract/ask.ts'
import type { CustomContent } from '../contract/custom-content.ts'
import type { NoteList, NoteWithContent } from '../contract/notes.ts'
import type { SearchRequest, SearchResult } from '../contract/search.ts'
import type { Source } from '../contract/source.ts'

/** An assistant as an agent needs to know it. */
export interface AgentAssistant {
  id: string
  name: string
  instructions: string
  digestDays: number
}

/** What an agent can do as one person, whichever way leads to the service: the store itself, or a running server. */
export interface McpBackend {
  ask(request: AgentQuestion, signal: AbortSignal): Promise<AnswerResult>
  search(request: SearchRequest): Promise<SearchResult>
  /** In markdown. */
  readNote(id: string): Promise<NoteWithContent>
  /** Without the archived ones, last edited first. */
  listNotes(cursor: string | undefined): Promise<NoteList>
  /** Those that the person may use. */
  listAssistants(): Promise<AgentAssistant[]>
  digest(assistantId: string): Promise<string>
  indexContent(item: CustomContent): Promise<Source>
}
