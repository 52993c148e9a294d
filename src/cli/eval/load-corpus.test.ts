import { expect, test } from 'vitest'
import type { App } from '../../app.ts'
import { loadCorpus } from './load-corpus.ts'

test('a line that cannot be read ends it only after the documents before are written or have failed', async () => {
  const writes: { resolve: () => void; reject: (error: Error) => void }[] = []
  const upsert = () => new Promise<void>((resolve, reject) => writes.push({ resolve, reject }))
  async function* documents() {
    for (const id of ['a', 'b']) yield { id, title: '', text: '' }
    throw new Error('line 3 is not JSON')
  }
  let isOver = false
  const loading = loadCorpus({ notes: { upsert } } as unknown as App, 'eval', documents(), () => {}).finally(() => {
    isOver = true
  })
  loading.catch(() => {})
  await expect.poll(() => writes.length).toBe(2)
  writes[0]?.resolve()
  await new Promise(setImmediate)
  expect(isOver).toBe(false)
  writes[1]?.reject(new Error('the store is closed'))
  await expect(loading).rejects.toThrow('line 3 is not JSON')
})
