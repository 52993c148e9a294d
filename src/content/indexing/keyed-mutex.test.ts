import { expect, test } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

/** Works that stop until they are let go, and in which order they began. */
function createControlledTasks(turns: ReturnType<typeof createKeyedMutex>) {
  const began: string[] = []
  const letGo = new Map<string, (error?: Error) => void>()
  return {
    began,
    begin: (key: string, name: string, how: 'runLimited' | 'runExclusive' = 'runLimited') =>
      turns[how](key, () => {
        began.push(name)
        return new Promise<string>((resolve, reject) =>
          letGo.set(name, (error) => (error ? reject(error) : resolve(name))),
        )
      }),
    async end(name: string, error?: Error) {
      letGo.get(name)?.(error)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('writers of one item take turns, and a failure does not hold up the next', async () => {
  const { began, begin, end } = createControlledTasks(createKeyedMutex({ maxConcurrency: 10 }))
  const first = begin('item', 'first')
  const second = begin('item', 'second')
  begin('other', 'other')
  await end('nobody')
  expect(began).toEqual(['first', 'other'])
  await Promise.all([expect(first).rejects.toThrow('broken'), end('first', new Error('broken'))])
  expect(began).toEqual(['first', 'other', 'second'])
  await end('second')
  expect(await second).toBe('second')
})

test('no more than so many index at once, whatever they index; the others follow in the order they came', async () => {
  const { began, begin, end } = createControlledTasks(createKeyedMutex({ maxConcurrency: 2 }))
  for (const name of ['a', 'b', 'c', 'd']) begin(name, name).catch(() => {})
  await end('nobody')
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
  await end('nobody')
  expect(began.slice(4)).toEqual(['e', 'f'])
})

test('removing waits for those who hold the same item, and for no place', async () => {
  const { began, begin, end } = createControlledTasks(createKeyedMutex({ maxConcurrency: 1 }))
  begin('a', 'index a')
  begin('b', 'index b')
  begin('a', 'remove a', 'runExclusive')
  begin('c', 'remove c', 'runExclusive')
  await end('nobody')
  expect(began.toSorted()).toEqual(['index a', 'remove c'])
  await end('index a')
  expect(began.slice(2).sort()).toEqual(['index b', 'remove a'])
})
