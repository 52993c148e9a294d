import type { Flow, Server } from './flow'
import {
  ask,
  createNote,
  deleteContent,
  deleteNote,
  digest,
  indexContent,
  listContent,
  readThread,
} from './generated/orval'

export function createFlow({ key }: Server): Flow {
  const options = { headers: { authorization: `Bearer ${key}` } }
  return {
    async ask(question) {
      const { status, data } = await ask({ question }, options)
      if (status !== 200) throw new Error(data.message)
      return { answer: data.answer, titles: data.sources.map(({ title }) => title) }
    },
    async index(item) {
      const { status, data } = await indexContent(item, options)
      if (status !== 200) throw new Error(data.message)
      return data.id
    },
    async list(rootId) {
      const { status, data } = await listContent({ rootId }, options)
      if (status !== 200) throw new Error(data.message)
      return { ids: data.hits.map(({ id }) => id), nbPages: data.nbPages }
    },
    async remove(rootId, id) {
      const { status, data } = await deleteContent({ rootId, id }, options)
      if (status !== 200) throw new Error(data.message)
      return data.ok
    },
    async digest(assistantId) {
      const { status, data } = await digest(assistantId, options)
      if (status !== 200) throw new Error(data.message)
      return data
    },
    async converse(threadId) {
      const made = await createNote({ title: 'Keys', markdown: 'In the safe.' }, options)
      if (made.status !== 200) throw new Error(made.data.message)
      await ask({ question: 'Who is on call?', threadId }, options)
      const thread = await readThread(threadId, options)
      if (thread.status !== 200) throw new Error(`The conversation answered ${thread.status}`)
      const removed = await deleteNote(made.data.id, options)
      if (removed.status !== 204) throw new Error(removed.data.message)
      return thread.data.status
    },
    async createInvalidNote() {
      const { status, data } = await createNote({ title: '' }, options)
      return status === 422 ? data.details?.title?.message : undefined
    },
  }
}
