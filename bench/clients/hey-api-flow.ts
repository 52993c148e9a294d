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
} from './generated/hey-api'
import { client } from './generated/hey-api/client.gen'

export function createFlow({ url, key }: Server): Flow {
  client.setConfig({ baseUrl: `${url}/v1`, auth: key })
  return {
    async ask(question) {
      const { data, error } = await ask({ body: { question } })
      if (!data) throw new Error(error.message)
      return { answer: data.answer, titles: data.sources.map(({ title }) => title) }
    },
    async index(item) {
      const { data, error } = await indexContent({ body: item })
      if (!data) throw new Error(error.message)
      return data.id
    },
    async list(rootId) {
      const { data, error } = await listContent({ query: { rootId } })
      if (!data) throw new Error(error.message)
      return { ids: data.hits.map(({ id }) => id), nbPages: data.nbPages }
    },
    async remove(rootId, id) {
      const { data, error } = await deleteContent({ body: { rootId, id } })
      if (!data) throw new Error(error.message)
      return data.ok
    },
    async digest(assistantId) {
      const { data, error } = await digest({ path: { assistantId } })
      if (data === undefined) throw new Error(error.message)
      return data
    },
    async converse(threadId) {
      const made = await createNote({ body: { title: 'Keys', markdown: 'In the safe.' } })
      if (!made.data) throw new Error(made.error.message)
      await ask({ body: { question: 'Who is on call?', threadId } })
      const thread = await readThread({ path: { id: threadId } })
      if (!thread.data) throw new Error(thread.error.message)
      const removed = await deleteNote({ path: { id: made.data.id } })
      if (removed.error) throw new Error(removed.error.message)
      return thread.data.status
    },
    async createInvalidNote() {
      const { error } = await createNote({ body: { title: '' } })
      return error && 'details' in error ? error.details?.title?.message : undefined
    },
  }
}
