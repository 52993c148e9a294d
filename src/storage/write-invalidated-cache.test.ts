import { expect, it } from 'vitest'
import { createWriteInvalidatedCache } from './write-invalidated-cache.ts'

function store(writes: number | undefined) {
  const state = { writes, reads: 0, value: 'first' as string | undefined, duringRead: () => {} }
  const remembered = createWriteInvalidatedCache<string>({ writeCount: () => state.writes })
  return {
    state,
    get: (key = 'key', isStillGood = (_: string) => true) =>
      remembered(key, isStillGood, async () => {
        state.reads += 1
        const value = state.value
        state.duringRead()
        return value
      }),
  }
}

it('reads once until the next write', async () => {
  const { state, get } = store(1)
  expect([await get(), await get(), state.reads]).toEqual(['first', 'first', 1])
  expect([await get('other'), state.reads]).toEqual(['first', 2])
  state.value = 'second'
  state.writes = 2
  expect([await get(), await get(), state.reads]).toEqual(['second', 'second', 3])
})

it('does not cache a value read during a write', async () => {
  const { state, get } = store(1)
  state.duringRead = () => {
    state.writes = 2
    state.value = 'second'
  }
  expect(await get()).toBe('first')
  state.duringRead = () => {}
  expect([await get(), state.reads]).toEqual(['second', 2])
})

it('reads invalid and missing values again', async () => {
  const { state, get } = store(1)
  await get()
  state.value = undefined
  expect(await get('key', () => false)).toBeUndefined()
  expect([await get('missing'), await get('missing'), state.reads]).toEqual([undefined, undefined, 4])
})

it('caches nothing if other processes can write', async () => {
  const { state, get } = store(undefined)
  expect([await get(), await get(), state.reads]).toEqual(['first', 'first', 2])
})

it('caches at most a thousand values', async () => {
  const { state, get } = store(1)
  for (let i = 0; i < 1000; i++) await get(`key ${i}`)
  await get('one more')
  await get('key 0')
  expect(state.reads).toBe(1002)
})
