import { expect, test } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

/** Tasks that run until they are ended by name, and the order in which they began. */
function createControlledTasks(mutex: ReturnType<typeof createKeyedMutex>) {
  const began: string[] = []
  const finish = new Map<string, (error?: Error) => void>()
  return {
    began,
    begin: (key: string, name: string, method: 'runLimited' | 'runExclusive' = 'runLimited') =>
      mutex[method](key, () => {
        began.push(name)
        return new Promise<string>((resolve, reject) =>
          finish.set(name, (error) => (error ? reject(error) : resolve(name))),
        )
      }),
    async end(name: string, error?: Error) {
      finish.get(name)?.(error)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('writers of one item run one after the other, and a failure does not block the next', async () => {
  const { began, begin, end } = createControlledTasks(createKeyedMutex({ maxConcurrency: 10 }))
  const first = begin('item', 'first')
  const second = begin('item', 'second')
  begin('other', 'other')
  await end('none')
  expect(began).toEqual(['first', 'other'])
  await Promise.all([expect(first).rejects.toThrow('broken'), end('first', new Error('broken'))])
  expect(began).toEqual(['first', 'other', 'second'])
  await end('second')
  expect(await second).toBe('second')
})

test('the limit holds over all keys, and waiting writers start in order', async () => {
  const { began, begin, end } = createControlledTasks(createKeyedMutex({ maxConcurrency: 2 }))
  for (const name of ['a', 'b', 'c', 'd']) begin(name, name).catch(() => {})
  await end('none')
  expect(began).toEqual(['a', 'b'])
  await end('b', new Error('broken'))
  expect(began).toEqual(['a', 'b', 'c'])
  await end('a')
  await end('c')
  expect(began).toEqual(['a', 'b', 'c', 'd'])
  await end('d')
  begin('e', 'e')
  begin('f', 'f')
  begin('g', 'g')
  await end('none')
  expect(began.slice(4)).toEqual(['e', 'f'])
})

test('exclusive work waits for writers of the same item, but not for the limit', async () => {
  const { began, begin, end } = createControlledTasks(createKeyedMutex({ maxConcurrency: 1 }))
  begin('a', 'index a')
  begin('b', 'index b')
  begin('a', 'remove a', 'runExclusive')
  begin('c', 'remove c', 'runExclusive')
  await end('none')
  expect(began.toSorted()).toEqual(['index a', 'remove c'])
  await end('index a')
  expect(began.slice(2).sort()).toEqual(['index b', 'remove a'])
})
