import { expect, test } from 'vitest'
import { createAskPriority } from './ask-priority.ts'

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('background work does not start while a question is being answered', async () => {
  const priority = createAskPriority()
  let hasStarted = false
  await priority.runFirst(async () => {
    expect(
      await priority.runIdle(async () => {
        hasStarted = true
      }),
    ).toBeUndefined()
  })
  expect(hasStarted).toBe(false)
  expect(await priority.runIdle(async () => 'done')).toBe('done')
})

test('a question aborts background work and does not wait for it', async () => {
  const priority = createAskPriority()
  const background = priority.runIdle(untilAborted)
  expect(await priority.runFirst(async () => 'answer')).toBe('answer')
  expect(await background).toBeUndefined()
})

test('a failure of background work is not taken for an abort', async () => {
  const work = async () => {
    throw new Error('broken')
  }
  await expect(createAskPriority().runIdle(work)).rejects.toThrow('broken')
})

test('a question that fails lets background work run again', async () => {
  const priority = createAskPriority()
  await expect(priority.runFirst(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(await priority.runIdle(async () => 1)).toBe(1)
})
