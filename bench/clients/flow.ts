export interface Server {
  url: string
  key: string
}

/** The same calls through every generated client. Each reads fields of the response by their types, without casts. */
export interface Flow {
  ask(question: string): Promise<{ answer: string; titles: string[] }>
  index(item: Item): Promise<string>
  list(rootId: string): Promise<{ ids: string[]; nbPages: number }>
  remove(rootId: string, id: string): Promise<boolean>
  digest(assistantId: string): Promise<string>
  /** Creates a note, asks in a conversation, deletes the note; returns the state of the conversation. */
  converse(threadId: string): Promise<string>
  /** Returns the message about the field `title`. */
  createInvalidNote(): Promise<string | undefined>
}

export interface Item {
  rootId: string
  id: string
  title: string
  content: string
  type: 'markdown' | 'html'
  updatedAt: string
  url: string
}
