import { expect, test } from 'vitest'
import { createWorkerClient, WorkerExitedError } from './worker-client.ts'

const startClient = () => {
  const client = createWorkerClient<object, object>('search/lexical/lexical-index-worker')
  client.start()
  return client
}

test('a request to a thread that has exited is rejected', async () => {
  const client = startClient()
  expect(await client.request({ put: [] })).toEqual({ bytes: 0, hasRemoved: false })
  await client.close()
  await expect(client.request({ put: [] })).rejects.toBeInstanceOf(WorkerExitedError)
  expect(client.hasExited()).toBe(true)
})

test('requests that the thread has not answered when it exits are rejected', async () => {
  const client = startClient()
  const requests = [client.request({ put: [] }), client.request({ put: [] })]
  const rejected = Promise.all(requests.map((request) => expect(request).rejects.toBeInstanceOf(WorkerExitedError)))
  await client.close()
  await rejected
})

test('a thread that crashes rejects its request with the cause', async () => {
  const client = startClient()
  const error = await client.request({ put: [undefined] }).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(WorkerExitedError)
  expect((error as Error).cause).toBeInstanceOf(TypeError)
})
