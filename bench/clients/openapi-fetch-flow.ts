import createClient from 'openapi-fetch'
import type { Flow, Server } from './flow'
import type { paths } from './generated/openapi-typescript'

export function createFlow({ url, key }: Server): Flow {
  const client = createClient<paths>({ baseUrl: `${url}/v1`, headers: { authorization: `Bearer ${key}` } })
  return {
    async ask(question) {
      const { data, error } = await client.POST('/ask', { body: { question } })
      if (error) throw new Error(error.message)
      return { answer: data.answer, titles: data.sources.map(({ title }) => title) }
    },
    async index(item) {
      const { data, error } = await client.POST('/ask/index', { body: item })
      if (error) throw new Error(error.message)
      return data.id
    },
    async list(rootId) {
      const { data, error } = await client.GET('/ask/index', { params: { query: { rootId } } })
      if (error) throw new Error(error.message)
      return { ids: data.hits.map(({ id }) => id), nbPages: data.nbPages }
    },
    async remove(rootId, id) {
      const { data, error } = await client.DELETE('/ask/index', { body: { rootId, id } })
      if (error) throw new Error(error.message)
      return data.ok
    },
    async digest(assistantId) {
      const { data, error } = await client.GET('/ask/digest/{assistantId}', { params: { path: { assistantId } } })
      if (error) throw new Error(error.message)
      return data
    },
    async converse(threadId) {
      const made = await client.POST('/notes', { body: { title: 'Keys', markdown: 'In the safe.' } })
      if (made.error) throw new Error(made.error.message)
      await client.POST('/ask', { body: { question: 'Who is on call?', threadId } })
      const thread = await client.GET('/threads/{id}', { params: { path: { id: threadId } } })
      if (thread.error) throw new Error(thread.error.message)
      const removed = await client.DELETE('/notes/{id}', { params: { path: { id: made.data.id } } })
      if (removed.error) throw new Error(removed.error.message)
      return thread.data.status
    },
    async createInvalidNote() {
      const { error } = await client.POST('/notes', { body: { title: '' } })
      return error && 'details' in error ? error.details?.title?.message : undefined
    },
  }
}
