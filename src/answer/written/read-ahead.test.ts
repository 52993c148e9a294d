import { expect, test } from 'vitest'
import { readAhead } from './read-ahead.ts'

test('items that arrive while the consumer is busy queue up in order', async () => {
  const sent: number[] = []
  async function* source() {
    for (const item of [1, 2, 3]) {
      sent.push(item)
      yield item
    }
  }
  const seen: number[] = []
  for await (const item of readAhead(source())) {
    if (item === 1) await settled()
    if (item === 1) expect(sent).toEqual([1, 2, 3])
    seen.push(item)
  }
  expect(seen).toEqual([1, 2, 3])
})

test('an item arrives while the source still waits for its next one', async () => {
  let finish = () => {}
  async function* source() {
    yield 'first'
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    yield 'second'
  }
  const items = readAhead(source())
  expect(await items.next()).toEqual({ value: 'first', done: false })
  const next = items.next()
  await settled()
  finish()
  expect(await next).toEqual({ value: 'second', done: false })
  expect((await items.next()).done).toBe(true)
})

test('an error is thrown after the items before it', async () => {
  async function* source() {
    yield 1
    yield 2
    throw new Error('cut')
  }
  const seen: number[] = []
  const consume = async () => {
    for await (const item of readAhead(source())) seen.push(item)
  }
  await expect(consume()).rejects.toThrow('cut')
  expect(seen).toEqual([1, 2])
})

/** Lets pending promises settle. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
