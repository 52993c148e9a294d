import { expect, test } from 'vitest'
import { createBodyBudget } from './body-budget.ts'

const maxBodyBytes = 100
const totalBytes = 64 * maxBodyBytes
const shareBytes = totalBytes / 4

test('a network can fill a quarter of the memory, and others are unaffected', () => {
  const budget = createBodyBudget({ maxBodyBytes })
  const one = budget.open({ network: 'a', isAnonymous: false })
  expect(one.resize(shareBytes)).toBe(true)
  expect(one.resize(shareBytes + 1)).toBe(false)
  expect(budget.bytes()).toBe(shareBytes)
  expect(budget.hasRoomFor('a', 1)).toBe(false)
  expect(budget.hasRoomFor('b', maxBodyBytes)).toBe(true)
  one.close()
  expect(budget.hasRoomFor('a', maxBodyBytes)).toBe(true)
  expect(budget.bytes()).toBe(0)
})

test('callers without credentials fill at most a quarter together, from however many networks', () => {
  const budget = createBodyBudget({ maxBodyBytes })
  const accounts = Array.from({ length: 100 }, (_, index) =>
    budget.open({ network: `n${index}`, isAnonymous: true }).resize(shareBytes / 50),
  )
  expect(accounts.filter(Boolean)).toHaveLength(50)
  expect(budget.open({ network: 'n1', isAnonymous: false }).resize(maxBodyBytes)).toBe(true)
})

test('all bodies together have a limit; closing twice frees once', () => {
  const budget = createBodyBudget({ maxBodyBytes })
  const accounts = ['a', 'b', 'c', 'd'].map((network) => budget.open({ network, isAnonymous: false }))
  for (const account of accounts) expect(account.resize(shareBytes)).toBe(true)
  expect(budget.hasRoomFor('e', 1)).toBe(false)
  accounts[0]?.close()
  accounts[0]?.close()
  expect(budget.bytes()).toBe(totalBytes - shareBytes)
})

test('a connection that has sent nothing takes nothing', () => {
  const budget = createBodyBudget({ maxBodyBytes })
  for (let count = 0; count < 1000; count++) budget.open({ network: 'a', isAnonymous: true })
  expect(budget.hasRoomFor('a', shareBytes)).toBe(true)
})
